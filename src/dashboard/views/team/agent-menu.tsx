import { useState } from "preact/hooks"
import { call } from "../../api/api.ts"
import type { AgentView } from "../../api/types.ts"
import { Changing } from "../../components/changing.tsx"
import { Menu } from "../../components/menu.tsx"
import { Refused } from "../../components/refused.tsx"
import { Sending } from "../../components/sending.tsx"
import type { Team } from "../../reads/use-team.ts"
import { may } from "../../state/access.ts"
import { useApp } from "../../state/context.ts"
import { pause, pauseSpans } from "../../state/pauses.ts"
import { usePausing } from "./paused.tsx"
import { Field } from "../../components/field.tsx"
import { useFields } from "../../components/use-fields.ts"
import { split } from "../../words/split.ts"

interface Props {
  agent: AgentView
  isMe: boolean
  isBusy: boolean
  team: Team
}

/** What can be done with a member of the team: pause, describe and remove it. */
export function AgentMenu({ agent, isMe, isBusy, team }: Props) {
  const { store, actions } = useApp()
  const [asked, ask] = useState<"describe" | "remove" | null>(null)
  const { outcome, show } = usePausing(team)
  const { name, paused } = agent
  const { state } = store
  const close = () => ask(null)
  const onDone = () => {
    close()
    team.reload()
  }
  const choices = [
    ...(paused === null && may(state, "agent.pause")
      ? pauseSpans.map((span) => ({
          name: `Pause ${span.words}`,
          choose: () => show(pause(actions, name, span)),
        }))
      : []),
    // Oneself describes oneself, and whoever manages the board the others.
    ...(may(state, isMe ? "agent.describe" : "resource.set")
      ? [{ name: "Describe…", choose: () => ask("describe") }]
      : []),
    // The server refuses it while the agent holds work.
    ...(!isBusy && may(state, "agent.delete") ? [{ name: "Remove…", choose: () => ask("remove") }] : []),
  ]
  return (
    <div class="pause">
      {choices.length > 0 && (
        <Changing>
          <Menu label={`Change ${name}`} choices={choices} />
        </Changing>
      )}
      <Refused outcome={outcome} />
      {asked === "describe" && <AgentForm agent={agent} onDone={onDone} onClose={close} />}
      {asked === "remove" && <RemoveForm name={name} onDone={onDone} onClose={close} />}
    </div>
  )
}

// --- internal ---

/** A name that was a slip, or that is gone, is taken off the list. */
function RemoveForm({ name, ...on }: { name: string; onDone(): void; onClose(): void }) {
  return (
    <Sending
      title={`Remove ${name}?`}
      button="Remove"
      send={() => call("agent.delete", { name })}
      said={() => `${name} was removed.`}
      {...on}
    >
      <p>
        The agent's inbox is deleted too. The agent's work and history stay, and its next request adds it
        again.
      </p>
    </Sending>
  )
}

/** Says what an agent is, what it can do, and what it draws on. The last takes the role `manage`, also of the agent itself. */
function AgentForm({ agent, ...on }: { agent: AgentView; onDone(): void; onClose(): void }) {
  const { store } = useApp()
  const { name } = agent
  const drawsOn = agent.resources.join(", ")
  const [{ role, skills, resources }, bind] = useFields({
    role: agent.role ?? "",
    skills: agent.skills.join(", "),
    resources: drawsOn,
  })
  const mayDraw = may(store.state, "resource.set")
  const drawn = resources === drawsOn ? {} : { resources: split(resources) }
  return (
    <Sending
      title={`Describe ${name}`}
      button="Save"
      send={() =>
        call("agent.describe", { name, role: role.trim() || null, skills: split(skills), ...drawn })
      }
      said={() => `The description of ${name} was saved.`}
      {...on}
    >
      <Field {...bind("role")} label="Role" placeholder="reviews documents" />
      <Field {...bind("skills")} label="Skills" placeholder="gpu, opus" />
      {mayDraw && <Field {...bind("resources")} label="Draws on" placeholder="claude-max" />}
    </Sending>
  )
}
