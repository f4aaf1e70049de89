import { useEffect, useState } from "preact/hooks"
import { isEmptyBoard } from "../board.ts"
import { useApp, useStoreState } from "../context.ts"
import { listenToKeys } from "../keys.ts"
import { useRoute } from "../route.ts"
import { NameDialog, TokenDialog } from "./ask-dialogs.tsx"
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
  const { task } = useRoute()
  const [filter, setFilter] = useState("")
  useEffect(() => onOpen(task), [task])
  useEffect(() => listenToKeys(store), [store])
  useEffect(() => {
    document.title = task === null ? "Upnext" : `${task} · Upnext`
  }, [task])

  return (
    <div class={`app${state.open ? " has-panel" : ""}`}>
      <Header state={state} filter={filter} onFilter={setFilter} />
      <Notes state={state} />
      <div class="stage">
        {isEmptyBoard(state) ? <Empty /> : <Board state={state} filter={filter} />}
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
