import type { PublicEvent } from "../../domain/events/shown.ts"
import { passedOn, type Passed } from "../../terminal/address.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"
import { taskVariables } from "../../attempts/work/task-input.ts"
import { environmentWithout } from "../../attempts/processes/own-environment.ts"

/** What a command is run for: an event, and its task as it is now. */
export interface Happening {
  readonly event: PublicEvent
  /** null for an event that is about no task, and where the task is deleted. */
  readonly task: ShownTask | null
}

/** What the command reads on its standard input, as JSON on one line. */
export function inputOf({ event, task }: Happening): string {
  return `${JSON.stringify({ event, task })}\n`
}

/** The environment of the command: ours, the event, its task in the words of `upnext work`, and the server. */
export function environment({ event, task }: Happening, settings: Passed): NodeJS.ProcessEnv {
  return {
    ...environmentWithout(/^UPNEXT_(?:TASK|EVENT)_/),
    ...passedOn(settings),
    UPNEXT_EVENT_SEQ: String(event.seq),
    UPNEXT_EVENT_TYPE: event.type,
    UPNEXT_EVENT_ACTOR: event.actor,
    ...(event.task !== undefined && { UPNEXT_TASK_ID: event.task }),
    ...(task && taskVariables(task)),
  }
}
