import { MoveDialog } from "../board/move-dialog.tsx"
import { lazy } from "../components/lazy.tsx"
import type { ViewProps } from "../reads/view-props.ts"
import { NameDialog } from "./ask-dialogs.tsx"
import { CreateDialog } from "./create-dialog.tsx"
import { HelpDialog } from "./help-dialog.tsx"
import { TokenDialog } from "./token-dialog.tsx"

const Palette = lazy(() => import("./later.ts").then((module) => module.Palette))

const DeleteDialog = lazy(() => import("./later.ts").then((module) => module.DeleteDialog))

const WhoDialog = lazy(() => import("./later.ts").then((module) => module.WhoDialog))

/** What may be open above every view. */
export function Dialogs({ state, team }: Pick<ViewProps, "state" | "team">) {
  const { creating, deleting, helping, searching, moving, asking, name, locked, access } = state
  return (
    <>
      {creating && <CreateDialog />}
      {deleting !== null && <DeleteDialog id={deleting} state={state} />}
      {helping && <HelpDialog />}
      {searching && <Palette state={state} team={team} />}
      {moving && <MoveDialog state={state} />}
      {asking === "name" && <NameDialog name={name} />}
      {asking === "who" && access && <WhoDialog name={name} access={access} />}
      {locked && <TokenDialog why={locked} />}
    </>
  )
}
