import { useEffect, useState } from "preact/hooks"
import { isEmptyBoard } from "../board.ts"
import { useApp, useStoreState } from "../context.ts"
import { listenToKeys } from "../keys.ts"
import { useRoute } from "../route.ts"
import { NameDialog, TokenDialog } from "./ask-dialogs.tsx"
import { PausedNote } from "../views/paused.tsx"
import { useViewProps } from "../views/props.ts"
import { viewAt } from "../views/views.ts"
import { Board } from "./board.tsx"
import { CreateDialog } from "./create-dialog.tsx"
import { Empty } from "./empty.tsx"
import { Header } from "./header.tsx"
import { MoveDialog } from "./move-dialog.tsx"
import { Notes } from "./notes.tsx"
import { Panel } from "./panel.tsx"

export function App({ onOpen }: { onOpen(id: string | null): void }) {
  const { store } = useApp()
  const state = useStoreState(store)
  const { task, view: at } = useRoute()
  const view = useViewProps(state, at)
  const { Page, name } = viewAt(at)
  const [filter, setFilter] = useState("")
  useEffect(() => onOpen(task), [task])
  useEffect(() => listenToKeys(store), [store])
  useEffect(() => {
    document.title = [task, Page && name, "Upnext"].filter(Boolean).join(" · ")
  }, [task, at])

  return (
    <div class={`app${state.open ? " has-panel" : ""}${Page ? " beside-board" : ""}`}>
      <Header state={state} view={view} filter={filter} onFilter={setFilter} />
      <Notes state={state} />
      <PausedNote team={view.team} />
      <div class="stage">
        {Page ? (
          <Page {...view} />
        ) : isEmptyBoard(state) ? (
          <Empty />
        ) : (
          <Board state={state} filter={filter} />
        )}
        {state.open && <Panel open={state.open} tasks={state.tasks} />}
      </div>
      {state.creating && <CreateDialog />}
      {state.moving && <MoveDialog state={state} />}
      {state.asking === "name" && <NameDialog name={state.name} />}
      {state.asking === "token" && <TokenDialog />}
      <datalist id="agents">
        {[...state.agents.values()].map(({ name, role }) => (
          <option key={name} value={name}>
            {role}
          </option>
        ))}
      </datalist>
      <datalist id="projects">
        {[...new Set([...state.tasks.values()].map(({ project }) => project))]
          .slice(0, 100)
          .map((project) => (
            <option key={project} value={project} />
          ))}
      </datalist>
    </div>
  )
}
