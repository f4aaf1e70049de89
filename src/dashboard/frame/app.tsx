import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { isEmptyBoard } from "../board/columns.ts"
import { useApp, useStoreState } from "../state/context.ts"
import { searchOf } from "../state/filter.ts"
import { keepFocus } from "../page/keep-focus.ts"
import { listenToKeys, useShortcuts } from "../page/keys.ts"
import { go, navigate, pathTo, useRoute, withOthers } from "../page/route.ts"
import { useNotify } from "../state/notify.ts"
import { session } from "../api/session.ts"
import { followTheme } from "../state/theme.ts"
import { PausedNote } from "../views/paused.tsx"
import { useViewProps } from "../reads/view-props.ts"
import { viewAt } from "./views.ts"
import { places } from "../components/places.ts"
import { NameDialog, TokenDialog } from "./ask-dialogs.tsx"
import { CreateDialog } from "./create-dialog.tsx"
import { lazy } from "../components/lazy.tsx"
import { Empty } from "../board/empty.tsx"
import { HelpDialog } from "./help-dialog.tsx"
import { LastChange } from "./toast.tsx"
import { MoveDialog } from "../board/move-dialog.tsx"
import { Notes } from "./notes.tsx"
import { Rail } from "./rail.tsx"
import { Strip } from "../now/strip.tsx"
import { useSignals } from "./use-signals.ts"
import { Suggestions } from "../components/suggestions.tsx"

const Panel = lazy(() => import("./later.ts").then((module) => module.Panel))
const Palette = lazy(() => import("./later.ts").then((module) => module.Palette))
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
  const { creating, helping, searching, moving, asking, open } = state
  useEffect(() => onOpen(task), [task])
  useEffect(listenToKeys, [])
  useEffect(keepFocus, [])
  useEffect(followTheme, [])
  useEffect(() => keepInAddress(store), [store])
  const [notify] = useNotify()
  useSignals([task, view?.name, "Upnext"].filter(Boolean).join(" · "), props.counts.value?.needsYou ?? 0)
  const search = () => store.set({ searching: true })
  useShortcuts([
    { keys: "Ctrl-k", label: "Search tasks and commands", group: "Anywhere", run: search },
    {
      keys: "/",
      label: "Search, where there is no filter",
      group: "Anywhere",
      when: () => document.getElementById("filter") === null,
      run: search,
    },
    {
      keys: "n",
      label: "New task",
      group: "Anywhere",
      run: () => store.set({ creating: true }),
    },
    {
      keys: "?",
      label: "Keyboard shortcuts",
      group: "Anywhere",
      run: () => store.set({ helping: true }),
    },
    {
      keys: "Escape",
      label: "Close the task, or the dialog",
      group: "Anywhere",
      when: () => open !== null,
      run: () => navigate(null),
    },
    ...places.map(({ id, name, key }) => ({
      keys: `g ${key}`,
      label: name,
      group: "Go to" as const,
      run: () => go(pathTo({ view: id, task: null })),
    })),
  ])

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
            {!view ? (
              <NoView />
            ) : (at === "board" || at === "list") && isEmptyBoard(state) && !state.moment ? (
              <Empty />
            ) : (
              <>
                {at === "board" && <Strip {...props} />}
                <view.body {...props} />
              </>
            )}
          </main>
          {open && <Panel open={open} tasks={state.tasks} agents={state.agents} />}
        </div>
      </div>
      <p class="unseen" role="status" aria-live="polite">
        {state.said}
      </p>
      <LastChange state={state} />
      {creating && <CreateDialog />}
      {helping && <HelpDialog />}
      {searching && <Palette state={state} team={props.team} />}
      {moving && <MoveDialog state={state} />}
      {asking === "name" && <NameDialog name={state.name} />}
      {asking === "token" && <TokenDialog />}
      <Suggestions state={state} />
      {!state.moment && (notify.system || notify.sound) && <Notifier name={state.name} settings={notify} />}
    </div>
  )

  /**
   * The filter and the rows of the board stand in the address of every view, and the rows are remembered. Going back in
   * the history does not change the filter: the older address gets the current filter.
   */
  function keepInAddress({ state: first, subscribe }: typeof store): () => void {
    let { filter, grouping } = first
    const write = () => {
      const search = withOthers(searchOf({ filter, grouping }), location.search)
      if (location.search !== search)
        history.replaceState(null, "", location.pathname + search + location.hash)
    }
    addEventListener("popstate", write)
    const leave = subscribe(() => {
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
}

// --- internal ---

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
