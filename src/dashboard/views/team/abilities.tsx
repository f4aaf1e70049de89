import { useState } from "preact/hooks"
import type { AgentView } from "../../api/types.ts"
import { call } from "../../api/api.ts"
import { Sending } from "../../components/sending.tsx"
import { Changing } from "../../components/changing.tsx"
import type { Team } from "../../reads/use-team.ts"
import { may } from "../../state/access.ts"
import { useApp } from "../../state/context.ts"
import { AgentForm } from "./agent-form.tsx"
import { IconButton } from "../../components/icon-button.tsx"

/** What an agent draws on whatever it works on, and what it can do. */
export function Abilities({ member: { resources, skills } }: { member: AgentView }) {
  if (resources.length + skills.length === 0) return null
  return (
    <span class="abilities muted" dir="auto">
      {[
        resources.length > 0 && `Draws on ${resources.join(", ")}`,
        skills.length > 0 && `Skills: ${skills.join(", ")}`,
      ]
        .filter(Boolean)
        .join(" · ")}
    </span>
  )
}

/** An agent that holds nothing can be taken off the list: a name that was a slip, or that is gone. */
export function RemoveButton({ member: { name, tasks }, team }: { member: AgentView; team: Team }) {
  const { store } = useApp()
  const [isOpen, setOpen] = useState(false)
  if (tasks.length > 0 || !may(store.state, "agent.delete")) return null
  return (
    <Changing operation="agent.delete">
      <IconButton icon="trash" name={`Remove ${name}`} title="Remove" onClick={() => setOpen(true)} />
      {isOpen && (
        <Sending
          title={`Remove ${name}?`}
          button="Remove"
          send={() => call("agent.delete", { name })}
          said={() => `${name} was removed.`}
          onDone={() => {
            setOpen(false)
            team.reload()
          }}
          onClose={() => setOpen(false)}
        >
          <p>
            The agent's inbox is deleted too. Its work and the history stay, and its next request adds the
            agent again.
          </p>
        </Sending>
      )}
    </Changing>
  )
}

/** Others are described by who manages the board, oneself by oneself. */
export function DescribeButton({ member, isMe, team }: { member: AgentView; isMe: boolean; team: Team }) {
  const { store } = useApp()
  const [isOpen, setOpen] = useState(false)
  if (!may(store.state, isMe ? "agent.describe" : "resource.set")) return null
  return (
    <Changing operation="agent.describe">
      <IconButton
        icon="pencil"
        name={`Describe ${member.name}`}
        title="Describe"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <AgentForm
          agent={member}
          onDone={() => {
            setOpen(false)
            team.reload()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Changing>
  )
}
