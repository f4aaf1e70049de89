import { session } from "../api/session.ts"
import { withOthers } from "../page/route.ts"
import { searchOf } from "../state/filter.ts"
import type { Store } from "../state/store.ts"

/**
 * The filter and the rows of the board stand in the address of every view, and the rows are remembered. Going back in
 * the history does not change the filter: the older address gets the current filter.
 */
export function keepInAddress(store: Store): () => void {
  let { filter, grouping } = store.state
  const write = () => {
    const search = withOthers(searchOf({ filter, grouping }), location.search)
    if (location.search !== search) history.replaceState(null, "", location.pathname + search + location.hash)
  }
  addEventListener("popstate", write)
  const leave = store.subscribe(() => {
    const now = store.state
    if (now.grouping !== grouping) session.setGrouping(now.grouping)
    if (now.filter === filter && now.grouping === grouping) return
    ;({ filter, grouping } = now)
    write()
  })
  return () => {
    removeEventListener("popstate", write)
    leave()
  }
}
