import { render } from "preact"
import { createActions } from "./actions.ts"
import { App } from "./components/app.tsx"
import { AppContext } from "./context.ts"
import { filterFrom } from "./filter.ts"
import { session } from "./session.ts"
import { createStore } from "./store.ts"
import { startSync } from "./sync.ts"

const store = createStore({
  name: session.name(),
  filter: filterFrom(location.search),
  grouping: session.grouping(),
})
const actions = createActions(store)
const sync = startSync(store, actions.askToken)

const root = document.getElementById("app")
if (root)
  render(
    <AppContext.Provider value={{ store, actions }}>
      <App onOpen={sync.open} />
    </AppContext.Provider>,
    root,
  )
