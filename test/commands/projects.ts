import type { Served } from "./upnext.ts"

/** The variables of a session of Claude Code. */
export const claude = (session: string) => ({ CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: session })

/** Gives each task that is added a project of its own, so that no test sees the tasks of another. */
export function useProjects({ upnext }: Pick<Served, "upnext">) {
  let project = ""
  let count = 0
  /** A command in the project of the task that was added last. */
  const here = (...args: string[]) => [...args, "--project", project]
  return {
    here,
    begin: () => (project = `p-${++count}`),
    async add(title: string): Promise<string> {
      project = `p-${++count}`
      return (await upnext(here("task", "add", title, "--format", "id"))).stdout.trim()
    },
  }
}
