import type { OutputServer } from "../api/types.ts"

interface Props {
  task: string
  place: OutputServer
}

/** Says which server of the board keeps the output, with a link to the task there. */
export function OutputElsewhere({ task, place: { agent, host, url } }: Props) {
  return (
    <p class="muted">
      What {agent} prints is kept by another server of this board, on {host}:{" "}
      <a href={`${url}/dashboard/tasks/${task}`}>{url}</a>
    </p>
  )
}
