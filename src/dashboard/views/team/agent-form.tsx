import { call } from "../../api/api.ts"
import type { AgentView } from "../../api/types.ts"
import { Field } from "../../components/field.tsx"
import { Sending } from "../../components/sending.tsx"
import { useFields } from "../../components/use-fields.ts"
import { may } from "../../state/access.ts"
import { useApp } from "../../state/context.ts"
import { split } from "../../words/split.ts"

interface Props {
  agent: AgentView
  onDone(): void
  onClose(): void
}

/** Says what an agent is, what it can do, and what it draws on. The last takes the role `manage`, also of the agent itself. */
export function AgentForm({ agent, onDone, onClose }: Props) {
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
      onDone={onDone}
      onClose={onClose}
    >
      <Field {...bind("role")} label="Role" placeholder="reviews documents" />
      <Field {...bind("skills")} label="Skills" placeholder="gpu, opus" />
      {mayDraw && <Field {...bind("resources")} label="Draws on" placeholder="claude-max" />}
    </Sending>
  )
}
