/**
 * Moves the focus from the number of a line to another one, so many lines further on.
 * @param start where no line has the focus, the first line that this matches gets it; default: then nothing happens
 */
export function stepLines(around: HTMLElement, step: number, start?: string): boolean {
  const all = [...around.querySelectorAll<HTMLElement>("button[data-row]")]
  const at = all.findIndex((each) => each === document.activeElement)
  const now = all[at]
  const next =
    at >= 0
      ? all[Math.max(0, Math.min(all.length - 1, at + step))]
      : start === undefined
        ? undefined
        : (around.querySelector<HTMLElement>(start) ?? all[0])
  if (!next) return false
  // Tab leads back to where one was.
  if (now && now.closest(".diff") === next.closest(".diff")) now.tabIndex = -1
  next.tabIndex = 0
  next.focus()
  next.scrollIntoView({ block: "nearest" })
  return true
}
