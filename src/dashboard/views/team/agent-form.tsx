import { useState } from "preact/hooks"
import { call } from "../../api/api.ts"
import type { AgentView } from "../../api/types.ts"
import { Field } from "../../components/field.tsx"
import { Sending } from "../../components/sending.tsx"
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
  const [role, setRole] = useState(agent.role ?? "")
  const [skills, setSkills] = useState(agent.skills.join(", "))
  const [resources, setResources] = useState(agent.resources.join(", "))
  const mayDraw = may(store.state, "resource.set")
  const drawn = resources === agent.resources.join(", ") ? {} : { resources: split(resources) }
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
      <Field label="Role" name="role" value={role} placeholder="reviews documents" onInput={setRole} />
      <Field label="Skills" name="skills" value={skills} placeholder="gpu, opus" onInput={setSkills} />
      {mayDraw && (
        <Field
          label="Draws on"
          name="resources"
          value={resources}
          placeholder="claude-max"
          onInput={setResources}
        />
      )}
    </Sending>
  )
}
