import type { ComponentChildren } from "preact"
import type { StatsView } from "../api/types.ts"
import { Avatar } from "../components/avatar.tsx"
import { duration } from "../words/format.ts"

/** The numbers of the flow by agent and by project. */
export function FlowTables({ stats: { agents, projects } }: { stats: StatsView }) {
  return (
    <div class="two">
      <Table
        title="By agent"
        rows={agents.map(({ agent, ...row }) => ({ name: agent, icon: <Avatar name={agent} />, ...row }))}
      />
      <Table title="By project" rows={projects.map(({ project, ...row }) => ({ name: project, ...row }))} />
    </div>
  )
}

// --- internal ---

interface FlowRow {
  name: string
  icon?: ComponentChildren
  wip: number
  done: number
  p50: number | null
}

function Table({ title, rows }: { title: string; rows: readonly FlowRow[] }) {
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
            {rows.map(({ name, icon, wip, done, p50 }) => (
              <tr key={name}>
                <th scope="row">
                  <span class="table-name">
                    {icon}
                    <span class="one-line" dir="auto">
                      {name}
                    </span>
                  </span>
                </th>
                <td>{wip}</td>
                <td>{done}</td>
                <td>{duration(p50)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
