import type { ComponentChildren } from "preact"
import type { StatsView } from "../../api/types.ts"
import { Avatar } from "../../components/avatar.tsx"
import type { FlowScope } from "./flow-scope.tsx"
import { counted, duration } from "../../words/format.ts"

interface Props {
  stats: StatsView
  /** Narrows the flow to one of them. */
  onChoose(scope: FlowScope): void
}

/** The numbers of the flow by agent and by project. */
export function FlowTables({ stats: { agents, projects }, onChoose }: Props) {
  return (
    <div class="two">
      <Table
        title="By agent"
        rows={agents.map(({ agent, ...row }) => ({
          name: agent,
          icon: <Avatar name={agent} isBeside />,
          ...row,
        }))}
        onChoose={(name) => onChoose({ kind: "agent", name })}
      />
      <Table
        title="By project"
        rows={projects.map(({ project, ...row }) => ({ name: project, ...row }))}
        onChoose={(name) => onChoose({ kind: "project", name })}
      />
    </div>
  )
}

// --- internal ---

interface FlowRow {
  name: string
  icon?: ComponentChildren
  wip: number
  tasksDone: number
  p50: number | null
}

function Table(props: { title: string; rows: readonly FlowRow[]; onChoose(name: string): void }) {
  const { title, rows, onChoose } = props
  if (rows.length === 0) return null
  return (
    <section class="part" aria-label={title}>
      <div class="table-box" tabIndex={0} role="group" aria-label={title}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">In progress</th>
              <th scope="col">Done</th>
              <th scope="col">Median</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, icon, wip, tasksDone, p50 }) => (
              <tr key={name}>
                <th scope="row">
                  <span class="table-name">
                    {icon}
                    <button
                      type="button"
                      class="quiet table-choice"
                      aria-label={`Flow of ${name}`}
                      onClick={() => onChoose(name)}
                    >
                      <span class="one-line" dir="auto">
                        {name}
                      </span>
                    </button>
                  </span>
                </th>
                <td>{counted(wip)}</td>
                <td>{counted(tasksDone)}</td>
                <td>{duration(p50)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
