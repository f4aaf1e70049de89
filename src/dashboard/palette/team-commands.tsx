import type { AgentView } from "../api/types.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon } from "../components/icons.tsx"
import { givenUp, type Written } from "../state/writes.ts"
import type { App } from "../state/context.ts"
import { pause, pauseSpans, resume } from "../state/pauses.ts"
import { moment } from "../words/format.ts"
import { sayRefusal } from "../words/refusals.ts"
import type { Team } from "../reads/use-team.ts"
import { command, done, type PaletteChoice, type PaletteStep } from "./choice.tsx"

/** Pauses and resumes agents, and the whole team. */
export function teamCommands(app: App, team: Team): PaletteChoice[] {
  if (!team.value) return []
  const { agents, paused } = team.value
  const isPaused = (agent: AgentView) => agent.paused !== null
  const resumeOne = (agent: string | null) => done(() => void tellRefusal(app, resume(app.actions, agent)))
  const one = (verb: "Pause" | "Resume", also: string, whom: readonly AgentView[], then: AskAbout) =>
    whom.length === 0
      ? []
      : [
          {
            name: `${verb} an agent…`,
            also,
            icon: <Icon name={verb === "Pause" ? "pause" : "play"} />,
            choose: (): PaletteStep => ({
              title: `${verb} which agent?`,
              placeholder: "A name",
              choices: () => whom.map((agent) => ({ ...choiceOf(agent), choose: then(agent.name) })),
            }),
          },
        ]
  return [
    ...one(
      "Pause",
      "stop hold",
      agents.filter((agent) => !isPaused(agent)),
      (name) => () => askSpan(app, name),
    ),
    ...one("Resume", "continue unpause", agents.filter(isPaused), resumeOne),
    paused === null
      ? {
          name: "Pause the team…",
          also: "stop hold everyone all",
          icon: <Icon name="pause" />,
          choose: () => askSpan(app, null),
        }
      : {
          name: "Resume the team",
          also: "continue unpause everyone all",
          icon: <Icon name="play" />,
          choose: resumeOne(null),
        },
  ]
}

// --- internal ---

/** What choosing an agent does. */
type AskAbout = (name: string) => PaletteChoice["choose"]

function choiceOf({ name, role, paused }: AgentView): Omit<PaletteChoice, "choose"> {
  const until = paused?.until ? `paused until ${moment(paused.until)}` : "paused"
  return {
    name,
    also: role ?? "",
    hint: paused ? until : (role ?? undefined),
    icon: <Avatar name={name} isBeside />,
  }
}

function askSpan(app: App, agent: string | null): PaletteStep {
  return {
    title: `Pause ${agent ?? "the team"} for how long?`,
    placeholder: "A time",
    choices: () =>
      pauseSpans.map((span) =>
        command(span.name, "clock", "", () => void tellRefusal(app, pause(app.actions, agent, span))),
      ),
  }
}

/** The palette is closed by then, so the toast says why it was not done. */
async function tellRefusal({ actions }: App, asked: Promise<Written>): Promise<void> {
  const outcome = await asked
  if (outcome === null || outcome === givenUp) return
  const { title, detail } = sayRefusal(outcome.refusal)
  actions.tell([title, detail].filter(Boolean).join(". "))
}
