import { render } from "preact"
import { lazy } from "./components/lazy.tsx"
import { createActions } from "./state/actions.ts"
import { App } from "./frame/app.tsx"
import { later } from "./frame/load-later.ts"
import { AppContext } from "./state/context.ts"
import { filterFrom, groupingFrom } from "./state/filter.ts"
import { session } from "./api/session.ts"
import { createLastOutputs } from "./state/outputs.ts"
import { addressNow, useMoment } from "./page/route.ts"
import { withGuard } from "./state/guard.ts"
import { createStore } from "./state/store.ts"
import { startSync } from "./sync/sync.ts"
import { createFeed } from "./state/feed.ts"

history.replaceState(null, "", addressNow(location.href))
const store = withGuard(
  createStore({
    name: session.name(),
    filter: filterFrom(location.search),
    grouping: groupingFrom(location.search) ?? session.grouping(),
    density: session.density(),
    limits: session.limits(),
  }),
)
const actions = createActions(store, () => later().then(({ createUndo }) => createUndo))
const feed = createFeed()
const outputs = createLastOutputs()
const sync = startSync(store, actions, feed, outputs)

const live = { store, actions, feed, outputs }
const PastApp = lazy(() => later().then((module) => module.PastApp))

const root = document.getElementById("app")
if (root) render(<Root />, root)

// --- internal ---

/** The present, or the moment of the past that the address names. */
function Root() {
  const moment = useMoment()
  if (moment !== null) return <PastApp live={live} seq={moment} page={App} />
  return (
    <AppContext.Provider value={live}>
      <App onOpen={sync.open} />
    </AppContext.Provider>
  )
}
