import { boardNow } from "../../client/board-clock.ts"
import { callNow } from "../api/api.ts"
import { Icon } from "../components/icons.tsx"
import { goToMoment } from "../page/route.ts"
import type { App } from "../state/context.ts"
import { sayRefusal } from "../words/refusals.ts"
import { done, type PaletteChoice } from "./choice.ts"

/** Shows the board as it was, and as it is now. */
export function pastCommands(app: App): PaletteChoice[] {
  const icon = <Icon name="clock" />
  const show: PaletteChoice = {
    name: "Show the board as it was…",
    also: "time machine past history moment earlier back",
    icon,
    choose: () => ({
      title: "Show the board as of when?",
      placeholder: "A time",
      choices: () => spans.map(([name, ms]) => ({ name, icon, choose: done(() => void showPast(app, ms)) })),
    }),
  }
  if (app.store.state.moment === null) return [show]
  return [{ name: "Back to now", also: "present today", icon, choose: done(() => goToMoment(null)) }, show]
}

// --- internal ---

const minute = 60_000

/** How long ago, in ms. */
const spans: readonly [name: string, ms: number][] = [
  ["After the last event", 0],
  ["10 minutes ago", 10 * minute],
  ["An hour ago", 60 * minute],
  ["A day ago", 24 * 60 * minute],
  ["A week ago", 7 * 24 * 60 * minute],
  ["At the beginning", Infinity],
]

/** Shows the moment so long ago, or the first one if that is later. */
async function showPast({ actions }: App, ms: number): Promise<void> {
  const read = await callNow("log.read", {})
  if ("refusal" in read) {
    actions.tell(sayRefusal(read.refusal).title)
    return
  }
  const { first, last } = read.value.log
  const time = boardNow() - ms
  if (!first || !last) actions.tell("Nothing has happened yet.")
  else if (time >= Date.parse(last.at)) goToMoment(last.seq)
  else if (time <= Date.parse(first.at)) goToMoment(first.seq)
  else {
    const then = await callNow("task.list", { at: new Date(time).toISOString(), limit: 1 })
    if ("refusal" in then) actions.tell(sayRefusal(then.refusal).title)
    else goToMoment(then.seq)
  }
}
