import * as z from "zod"
import { tool } from "../tool.ts"

/** A task is named, since other sessions of the same agent may have done something last. */
export const undo = tool({
  name: "undo",
  description: "Undo your last change to a task: edit, status, check, review or finish.",
  isReadOnly: false,
  input: z.strictObject({ task: z.string() }),
  async run(caller, { task: named }) {
    const { id: task } = caller.find(named)
    const { commands, tasks } = await caller.call("command.undo", { task })
    const { commands: done } = await caller.call("command.list", {})
    const type = done.find(({ seq }) => commands.includes(seq))?.type ?? "task.edited"
    const others = tasks.filter((id) => id !== task)
    const also = others.length > 0 ? ` Also changed: ${others.join(", ")}.` : ""
    return `Undone: ${task} ${type.replace(/[._]/g, " ")}.${also}`
  },
})
