import { render } from "preact"
import { createActions } from "./state/actions.ts"
import { App } from "./shell/app.tsx"
import { AppContext } from "./state/context.ts"
import { filterFrom, groupingFrom } from "./state/filter.ts"
import { session } from "./state/session.ts"
import { createLastOutputs } from "./state/outputs.ts"
import { createStore } from "./state/store.ts"
import { startSync } from "./sync/sync.ts"
import { createFeed } from "./sync/feed.ts"

const store = createStore({
  name: session.name(),
  filter: filterFrom(location.search),
  grouping: groupingFrom(location.search) ?? session.grouping(),
  density: session.density(),
  limits: session.limits(),
})
const actions = createActions(store)
const feed = createFeed()
const outputs = createLastOutputs()
const sync = startSync(store, actions.askToken, feed, outputs)

const root = document.getElementById("app")
if (root)
  render(
    <AppContext.Provider value={{ store, actions, feed, outputs }}>
      <App onOpen={sync.open} />
    </AppContext.Provider>,
    root,
  )
