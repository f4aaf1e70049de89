import { useMemo } from "preact/hooks"
import type { State } from "../state/state.ts"

/** The most names that are offered. */
const most = 100

/** The suggestions of the text fields for names and projects. */
export function Suggestions({ state: { agents, tasks } }: { state: State }) {
  const projects = useMemo(
    () => [...new Set(Array.from(tasks.values(), ({ project }) => project))].slice(0, most),
    [tasks],
  )
  return (
    <>
      <datalist id="agents">
        {[...agents.values()].slice(0, most).map(({ name, role }) => (
          <option key={name} value={name}>
            {role}
          </option>
        ))}
      </datalist>
      <datalist id="projects">
        {projects.map((project) => (
          <option key={project} value={project} />
        ))}
      </datalist>
    </>
  )
}
