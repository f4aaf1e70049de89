export interface CaretPoint {
  readonly left: number
  /** The lower edge of the line. */
  readonly bottom: number
}

/**
 * Where a character of a text field stands, measured from the field's upper left corner. No browser tells this, so the
 * text is laid out once more in an invisible box of the same shape.
 */
export function caretPoint(area: HTMLTextAreaElement, at: number): CaretPoint {
  const style = getComputedStyle(area)
  const copy = document.createElement("div")
  for (const name of shape) copy.style.setProperty(name, style.getPropertyValue(name))
  copy.style.position = "absolute"
  copy.style.visibility = "hidden"
  copy.style.height = "auto"
  copy.style.width = `${area.clientWidth}px`
  copy.style.boxSizing = "border-box"
  copy.style.whiteSpace = "pre-wrap"
  copy.style.overflowWrap = "break-word"
  const mark = document.createElement("span")
  mark.textContent = area.value.slice(at, at + 1) || " "
  copy.append(area.value.slice(0, at), mark)
  area.parentElement?.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  return {
    left: offsetLeft + area.clientLeft,
    bottom: Math.min(offsetTop + offsetHeight - area.scrollTop + area.clientTop, area.offsetHeight),
  }
}

// --- internal ---

const shape = [
  "font",
  "letter-spacing",
  "line-height",
  "padding",
  "direction",
  "text-align",
  "unicode-bidi",
  "tab-size",
]
