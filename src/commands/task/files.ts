import { byteSize } from "../../domain/wire/files/byte-size.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"
import { table } from "../../terminal/table.ts"

export default clientCommand({
  name: "files",
  operation: "attachment.list",
  positionals: ["id"],
  examples: [
    ["files T-1", "the files of a task, oldest first"],
    ["files T-1 --at 1h", "the files as they were an hour ago"],
  ],
  print({ attachments, total }) {
    if (total === 0) return { notice: "The task has no files." }
    return table(attachments, [
      { title: "ID", text: ({ id }) => id, paint: style.bold },
      { title: "NAME", text: ({ name }) => line(name), shrinks: true },
      { title: "SIZE", text: ({ size }) => byteSize(size) },
      { title: "TYPE", text: ({ type }) => type, paint: style.dim },
      { title: "BY", text: ({ by }) => line(by), shrinks: true },
      { title: "WHEN", text: ({ createdAt }) => ago(createdAt), paint: style.dim },
    ])
  },
  columns: ["id", "name", "size", "type", "by", "createdAt"],
})
