import { useLastOutput } from "../state/use-last-output.ts"

/** What the command that is working on a task printed last. Nothing where it printed nothing. */
export function LastLine({ id }: { id: string }) {
  const line = useLastOutput(id)?.line ?? ""
  if (line === "") return null
  return (
    <span class="last-line one-line" dir="auto" title={line}>
      {line}
    </span>
  )
}
