import { render } from "preact"
import { createActions } from "./actions.ts"
import { App } from "./components/app.tsx"
import { AppContext } from "./context.ts"
import { filterFrom } from "./filter.ts"
import { session } from "./session.ts"
import { createStore } from "./store.ts"
import { startSync } from "./sync.ts"
import { createFeed } from "./views/feed.ts"

const store = createStore({
  name: session.name(),
  filter: filterFrom(location.search),
  grouping: session.grouping(),
})
const actions = createActions(store)
const feed = createFeed()
const sync = startSync(store, actions.askToken, feed)

const root = document.getElementById("app")
if (root)
  render(
    <AppContext.Provider value={{ store, actions, feed }}>
      <App onOpen={sync.open} />
    </AppContext.Provider>,
    root,
  )
