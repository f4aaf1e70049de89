const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }

/** The arrow keys move from one line's button to the next, Home and End to the first and the last. */
export function moveByKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement) || target.dataset["row"] === undefined) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>("button[data-row]")]
  const at = all.indexOf(target)
  const wanted = key === "Home" ? 0 : key === "End" ? all.length - 1 : at + (steps[key] ?? 0)
  const next = all[Math.max(0, Math.min(all.length - 1, wanted))]
  if (next === undefined || (steps[key] === undefined && key !== "Home" && key !== "End")) return
  event.preventDefault()
  // Tab leads back to where one was.
  target.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
