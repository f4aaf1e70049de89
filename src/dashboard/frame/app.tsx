import type { ComponentChildren, ComponentType } from "preact"
import { useEffect } from "preact/hooks"
import { isEmptyBoard } from "../board/columns.ts"
import { useApp, useStoreState } from "../state/context.ts"
import { keepFocus } from "../page/keep-focus.ts"
import { HoldKeys, listenToKeys } from "../page/keys.ts"
import { useRoute, withOthers } from "../page/route.ts"
import { useNotify } from "../state/notify.ts"
import { followTheme } from "../state/theme.ts"
import { PausedNote } from "../views/team/paused.tsx"
import { useViewProps, type ViewProps } from "../reads/view-props.ts"
import { viewAt } from "./views.ts"
import { lazy } from "../components/lazy.tsx"
import { ConnectDialog, Empty } from "../board/empty.tsx"
import { LastChange } from "./toast.tsx"
import { Notes } from "./notes.tsx"
import { Rail } from "./rail.tsx"
import { Strip } from "../now/strip.tsx"
import { useAppShortcuts } from "./use-app-shortcuts.ts"
import { session } from "../api/session.ts"
import { searchOf } from "../state/filter.ts"
import type { Store } from "../state/store.ts"
import { later } from "./load-later.ts"
import { NameDialog, TokenDialog } from "./ask-dialogs.tsx"
import { CreateDialog } from "./create-dialog.tsx"
import { listen } from "../state/listen.ts"

const Panel = lazy(() => later().then((module) => module.Panel))
const SelectionBar = lazy(() => later().then((module) => module.SelectionBar))
const Notifier = lazy(() => later().then((module) => module.Notifier))
const Palette = dialog((module) => module.Palette)
const HelpDialog = dialog((module) => module.HelpDialog)
const MoveDialog = dialog((module) => module.MoveDialog)
const DeleteDialog = dialog((module) => module.DeleteDialog)
const WhoDialog = dialog((module) => module.WhoDialog)

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
      {!state.moment && (notify.system || notify.sound) && <Notifier name={state.name} settings={notify} />}
    </div>
  )
}

// --- internal ---

function dialog<P extends object>(of: (parts: Awaited<ReturnType<typeof later>>) => ComponentType<P>) {
  return lazy(() => later().then(of), null, <HoldKeys />)
}

/** What the address names, or what stands in its place. */
function View(props: ViewProps) {
  const { state, at } = props
  const view = viewAt(at)
  if (!view) return <NoView />
  const isOfTasks = at === "board" || at === "list"
  if (isOfTasks && isEmptyBoard(state) && !state.moment) return <Empty />
  return (
    <>
      {isOfTasks && <Strip {...props} />}
      <view.body {...props} />
      {isOfTasks && state.selected.size > 0 && <SelectionBar state={state} />}
    </>
  )
}

function NoView() {
  return (
    <div class="empty">
      <h1>This page does not exist</h1>
      <p>
        The address may have been mistyped. <a href="/dashboard">Go to the board</a>
      </p>
    </div>
  )
}

/** Shows in the tab how many tasks need me: as a number before the title, and as a dot on the icon. */
function useSignals(title: string, count: number): void {
  const [settings] = useNotify()
  const isCounted = settings.title && count > 0
  const isMarked = settings.dot && count > 0
  useEffect(() => {
    document.title = isCounted ? `(${count}) ${title}` : title
  }, [title, isCounted, count])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")
    const path = `/assets/${isMarked ? "favicon-dot" : "favicon"}.svg`
    if (icon && icon.getAttribute("href") !== path) icon.href = path
  }, [isMarked])
}

/**
 * The filter and the rows of the board stand in the address of every view. How it is drawn is remembered. Going back in
 * the history does not change the filter: the older address gets the current filter.
 */
function keepInAddress(store: Store): () => void {
  let last = store.state
  const write = () => {
    const search = withOthers(searchOf(store.state), location.search)
    if (location.search !== search) history.replaceState(null, "", location.pathname + search + location.hash)
  }
  const stop = listen(window, { popstate: write })
  const leave = store.subscribe(() => {
    const { filter, grouping, density, limits } = store.state
    if (grouping !== last.grouping) session.setGrouping(grouping)
    if (density !== last.density) session.setDensity(density)
    if (limits !== last.limits) session.setLimits(limits)
    const isOther = filter !== last.filter || grouping !== last.grouping
    last = store.state
    if (isOther) write()
  })
  return () => {
    stop()
    leave()
  }
}

/** What may be open above every view. */
function Dialogs({ state, team }: Pick<ViewProps, "state" | "team">) {
  const { creating, deleting, helping, searching, moving, asking, name, locked, access } = state
  return (
    <>
      {creating && <CreateDialog />}
      {deleting !== null && <DeleteDialog id={deleting} state={state} />}
      {helping && <HelpDialog />}
      {searching && <Palette state={state} team={team} />}
      {moving && <MoveDialog state={state} />}
      {asking === "name" && <NameDialog name={name} />}
      {asking === "connect" && <ConnectDialog />}
      {asking === "who" && access && <WhoDialog name={name} access={access} />}
      {locked && <TokenDialog why={locked} />}
    </>
  )
}
