/** Sends a form by a function of ours, and not by the browser. */
export const submitWith =
  (send: () => unknown) =>
  (event: Event): void => {
    event.preventDefault()
    void send()
  }

/** Ctrl-Enter (or ⌘-Enter) in a field sends its form, but not on a button such as “Cancel”. */
export function submitByKey(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
  const { target } = event
  const isField = [HTMLTextAreaElement, HTMLInputElement, HTMLSelectElement].some(
    (kind) => target instanceof kind,
  )
  if (!isField) return
  event.preventDefault()
  ;(target as HTMLInputElement).form?.requestSubmit()
}
