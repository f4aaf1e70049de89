import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { isEmptyBoard } from "../board/columns.ts"
import { useApp, useStoreState } from "../state/context.ts"
import { keepFocus } from "../page/keep-focus.ts"
import { listenToKeys } from "../page/keys.ts"
import { useRoute } from "../page/route.ts"
import { useNotify } from "../state/notify.ts"
import { followTheme } from "../state/theme.ts"
import { PausedNote } from "../views/paused.tsx"
import { useViewProps, type ViewProps } from "../reads/view-props.ts"
import { viewAt } from "./views.ts"
import { Dialogs } from "./dialogs.tsx"
import { keepInAddress } from "./keep-in-address.ts"
import { lazy } from "../components/lazy.tsx"
import { Empty } from "../board/empty.tsx"
import { LastChange } from "./toast.tsx"
import { Notes } from "./notes.tsx"
import { Rail } from "./rail.tsx"
import { Strip } from "../now/strip.tsx"
import { useAppShortcuts } from "./use-app-shortcuts.ts"
import { useSignals } from "./use-signals.ts"
import { Suggestions } from "../components/suggestions.tsx"

const Panel = lazy(() => import("./later.ts").then((module) => module.Panel))
const SelectionBar = lazy(() => import("./later.ts").then((module) => module.SelectionBar))
const Notifier = lazy(() => import("./later.ts").then((module) => module.Notifier))

interface Props {
  onOpen(id: string | null): void
  /** What stands above every view. */
  children?: ComponentChildren
}

export function App({ onOpen, children }: Props) {
  const { store } = useApp()
  const state = useStoreState(store)
  const { view: at, task } = useRoute()
  const props = useViewProps(state, at)
  const view = viewAt(at)
  const { open } = state
  useEffect(() => onOpen(task), [task])
  useEffect(listenToKeys, [])
  useEffect(keepFocus, [])
  useEffect(followTheme, [])
  useEffect(() => keepInAddress(store), [store])
  const [notify] = useNotify()
  useSignals([task, view?.name, "Upnext"].filter(Boolean).join(" · "), props.counts.value?.needsYou ?? 0)
  useAppShortcuts()

  return (
    <div
      class={`app${open ? " has-panel" : ""}${at === "now" ? " is-wall" : ""}${state.moment ? " is-past" : ""}`}
    >
      <a class="skip" href="#main">
        Skip to the {view?.name.toLowerCase() ?? "page"}
      </a>
      {at !== "now" && <Rail {...props} />}
      <div class="page">
        <Notes state={state} />
        {children}
        <PausedNote team={props.team} />
        <div class="stage">
          <main class="view" id="main" tabIndex={-1} aria-label={view?.name ?? "Not found"}>
            <View {...props} />
          </main>
          {open && <Panel open={open} tasks={state.tasks} agents={state.agents} />}
        </div>
      </div>
      <p class="unseen" role="status" aria-live="polite">
        {state.said}
      </p>
      <LastChange state={state} />
      <Dialogs state={state} team={props.team} />
      <Suggestions state={state} />
      {!state.moment && (notify.system || notify.sound) && <Notifier name={state.name} settings={notify} />}
    </div>
  )
}

// --- internal ---

/** What the address names, or what stands in its place. */
function View(props: ViewProps) {
  const { state, at } = props
  const view = viewAt(at)
  if (!view) return <NoView />
  const isOfTasks = at === "board" || at === "list"
  if (isOfTasks && isEmptyBoard(state) && !state.moment) return <Empty />
  return (
    <>
      {at === "board" && <Strip {...props} />}
      <view.body {...props} />
      {isOfTasks && state.selected.size > 0 && <SelectionBar state={state} />}
    </>
  )
}

function NoView() {
  return (
    <div class="empty">
      <h1>There is no such page</h1>
      <p>
        The address may be mistyped. <a href="/dashboard">Go to the board</a>
      </p>
    </div>
  )
}
