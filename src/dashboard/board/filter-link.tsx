import type { ComponentChildren } from "preact"
import { addressNow, go, isPlainClick, withOthers } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import { filterFrom, groupingFrom } from "../state/filter.ts"
import type { Store } from "../state/store.ts"

/** Shows the tasks that an address stands for: a view with its filter and rows. */
export function showAddress({ set }: Store, address: string): void {
  const { pathname, search } = addressNow(address)
  set({ filter: filterFrom(search), grouping: groupingFrom(search) ?? "none" })
  go(pathname)
}

interface Props {
  address: string
  class?: string
  title?: string
  isCurrent?: boolean
  children: ComponentChildren
}

/** A link to a view with a filter of its own. */
export function FilterLink({ address, class: className, title, isCurrent = false, children }: Props) {
  const { store } = useApp()
  const [path = "", search = ""] = address.split("?")
  return (
    <a
      class={className}
      href={path + withOthers(search, location.search)}
      title={title}
      aria-current={isCurrent ? "true" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        showAddress(store, address)
      }}
    >
      {children}
    </a>
  )
}
