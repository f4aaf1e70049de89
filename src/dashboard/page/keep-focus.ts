import { listen } from "../state/listen.ts"

/**
 * Gives the focus a new place when the element that has it leaves the page or is switched off for a while, as after a
 * decision. The browser would give it to the whole page, and the next Tab would begin at its top. It comes back to the
 * element where it can. Else it goes to the next row of the list, to the row before, or to what is around: the row, the
 * panel, the dialog, the view. The cards of the board have a rule of their own (`board/keys.ts`).
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null
  let around: readonly Element[] = []

  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return
    last = target
    around = ancestorsOf(target)
  }

  /** Somebody who clicks beside everything, or leaves a field with Esc, wants no focus. */
  function onBlur({ target }: FocusEvent): void {
    // A browser may tell of an element that is about to be removed.
    queueMicrotask(() => {
      if (target === last && last && isUsable(last) && isLost()) last = null
    })
  }

  const observer = new MutationObserver((changes) => {
    if (!last || !isLost() || around.some((each) => each.matches(".cards, .list-rows"))) return
    if (last.isConnected) {
      if (isUsable(last)) last.focus({ preventScroll: true })
      return
    }
    const lost = last
    last = null
    const removal = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
    const place = (removal && rowBeside(removal)) ?? around.find(isPlace) ?? document.getElementById("main")
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  })

  // Before the field itself hears of it, and draws something that the observer would take for a change of its own.
  const leave = listen(document, { focusin: onFocus, blur: onBlur }, true)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled"],
  })
  return () => {
    leave()
    observer.disconnect()
  }
}

// --- internal ---

const isLost = () => document.activeElement === null || document.activeElement === document.body

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : []
}

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(":disabled")
const isPlace = (element: Element) => element.isConnected && element.matches("[tabindex='-1']")

/** The link of the row after a removed one, else of the row before; undefined where no row of a list was removed. */
function rowBeside({ removedNodes, nextSibling, previousSibling }: MutationRecord): Element | undefined {
  const [removed] = removedNodes
  if (!(removed instanceof Element) || !removed.matches("li, section")) return undefined
  return [nextSibling, previousSibling]
    .filter(
      (sibling) => sibling instanceof Element && sibling.isConnected && sibling.matches(removed.localName),
    )
    .flatMap((sibling) => (sibling as Element).querySelector("li a[href], :scope > a[href]") ?? [])[0]
}
