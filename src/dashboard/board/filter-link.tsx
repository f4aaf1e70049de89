import type { AnchorHTMLAttributes } from "preact"
import { addressNow, follow, go, withOthers } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import { filterFrom, groupingFrom } from "../state/filter.ts"
import type { Store } from "../state/store.ts"

/** Shows the tasks that an address stands for: a view with its filter and rows. */
export function showAddress({ set }: Store, address: string): void {
  const { pathname, search } = addressNow(address)
  set({ filter: filterFrom(search), grouping: groupingFrom(search) ?? "none" })
  go(pathname)
}

interface Props extends Pick<AnchorHTMLAttributes, "class" | "children"> {
  address: string
  isCurrent?: boolean
}

/** A link to a view with a filter of its own. */
export function FilterLink({ address, isCurrent = false, ...rest }: Props) {
  const { store } = useApp()
  const [path = "", search = ""] = address.split("?")
  return (
    <a
      {...rest}
      href={path + withOthers(search, location.search)}
      aria-current={isCurrent ? "true" : undefined}
      onClick={(event) => follow(event, () => showAddress(store, address))}
    />
  )
}
