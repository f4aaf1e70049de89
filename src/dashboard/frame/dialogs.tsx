import { MoveDialog } from "../board/move-dialog.tsx"
import { lazy } from "../components/lazy.tsx"
import type { ViewProps } from "../reads/view-props.ts"
import { NameDialog, TokenDialog } from "./ask-dialogs.tsx"
import { CreateDialog } from "./create-dialog.tsx"
import { HelpDialog } from "./help-dialog.tsx"

const Palette = lazy(() => import("./later.ts").then((module) => module.Palette))

/** What may be open above every view. */
export function Dialogs({ state, team }: Pick<ViewProps, "state" | "team">) {
  const { creating, helping, searching, moving, asking, name } = state
  return (
    <>
      {creating && <CreateDialog />}
      {helping && <HelpDialog />}
      {searching && <Palette state={state} team={team} />}
      {moving && <MoveDialog state={state} />}
      {asking === "name" && <NameDialog name={name} />}
      {asking === "token" && <TokenDialog />}
    </>
  )
}
