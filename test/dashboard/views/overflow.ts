import type { Page } from "playwright-core"

/**
 * Finds text that sticks out of the window or of its card, and pages that scroll sideways. What a box cuts off, by
 * scrolling or by hiding it, does not count.
 */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(search)
}

// --- internal ---

const cards =
  ".rows > li, .tile, .chart, .table-box, .forecast, .spent, .ages, .node, .event, .nothing, .note, .part-head, .view-head, .filters, .palette-item, .place"
const pages = "html, body, main, .view, .view-page, .palette-list"

// This runs in the browser. The tests do not have the browser's types.
const search = `(() => {
  const found = []
  const say = (element, what) =>
    found.push(element.tagName + "." + element.className + " " + what + ": " + element.textContent.slice(0, 40))
  for (const each of document.querySelectorAll(${JSON.stringify(pages)}))
    if (each.scrollWidth > each.clientWidth && each.clientWidth > 0) say(each, "scrolls sideways")
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement
    if (element.closest(".unseen, script, option") || !element.checkVisibility()) continue
    range.selectNodeContents(text)
    const seen = range.getBoundingClientRect().toJSON()
    if (seen.width === 0) continue
    const card = element.closest(${JSON.stringify(cards)})
    for (let box = element; box && box !== card; box = box.parentElement) {
      const rect = box.getBoundingClientRect()
      const { overflowX, overflowY } = getComputedStyle(box)
      if (overflowX !== "visible") {
        seen.left = Math.max(seen.left, rect.left)
        seen.right = Math.min(seen.right, rect.right)
      }
      if (overflowY !== "visible") {
        seen.top = Math.max(seen.top, rect.top)
        seen.bottom = Math.min(seen.bottom, rect.bottom)
      }
    }
    if (seen.right <= seen.left || seen.bottom <= seen.top) continue
    if (card === null) {
      if (seen.left < -1 || seen.right > innerWidth + 1) say(element, "sticks out of the window")
      continue
    }
    const edge = card.getBoundingClientRect()
    if (seen.left < edge.left - 1 || seen.right > edge.right + 1) say(element, "sticks out sideways")
    if (seen.top < edge.top - 1 || seen.bottom > edge.bottom + 1) say(element, "sticks out above or below")
  }
  return found
})()`
