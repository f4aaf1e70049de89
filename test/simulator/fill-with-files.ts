import { mostBytes } from "./audit/files.ts"
import type { Run } from "./run.ts"
import { say } from "./say.ts"
import { second } from "./time.ts"
import { hash } from "./tokens.ts"
import { promise } from "./violation.ts"

/** What is free can be filled to the last byte, and not beyond it, also where a task with files lies in the trash. */
export async function fillWithFiles(run: Run, tell: (words: string) => void): Promise<void> {
  tell("files are attached until there is no room")
  const [one, other] = [await create(run), await create(run)]
  run.check()
  const used = [...run.audit.moment.files.values()].reduce((sum, { size }) => sum + size, 0)
  const last = await attach(run, one, mostBytes - used)
  promise(last.kind === "ok", () => `a file that fits gets ${JSON.stringify(last)}`)
  await ask(run, "task.delete", { id: one })
  const beyond = await attach(run, other, 1)
  promise(
    beyond.kind === "refused" && beyond.code === "attachments_full",
    () => `a byte more than a board may have gets ${JSON.stringify(beyond)}`,
  )
  await ask(run, "task.restore", { id: one })
  await takeBack(run, one, other)
  for (const id of [one, other]) await ask(run, "task.delete", { id })
}

// --- internal ---

async function ask(run: Run, name: string, input: Record<string, unknown>) {
  const outcome = await say(run, { name, input, actor: "dana" })
  await run.world.pass(second) // the other servers hear of it
  return outcome
}

async function create(run: Run): Promise<string> {
  const created = await ask(run, "task.create", { title: "has files", status: "blocked" })
  promise(created.kind === "ok", () => `a task is refused: ${JSON.stringify(created)}`)
  return (created.answer["task"] as { id: string }).id
}

const attach = (run: Run, id: string, size: number) =>
  ask(run, "attachment.add", {
    id,
    file: { name: "all.log", type: "text/plain", size, sha256: hash(`${id} ${size}`) },
  })

/** A file that was removed comes back where there is room for it, and others have other ids. */
async function takeBack(run: Run, one: string, other: string): Promise<void> {
  const listed = await ask(run, "attachment.list", { id: one })
  promise(listed.kind === "ok", () => `a list of files gets ${JSON.stringify(listed)}`)
  const [file] = listed.answer["attachments"] as { id: string; size: number }[]
  if (!file) return
  await ask(run, "attachment.remove", { id: one, attachment: file.id })
  const small = await attach(run, other, Math.ceil(file.size / 2))
  promise(small.kind === "ok", () => `what was removed left no room: ${JSON.stringify(small)}`)
  const back = await ask(run, "command.undo", { task: one })
  const isBack = back.kind === "ok"
  promise(isBack === (file.size === 0), () => `an undo without room gets ${JSON.stringify(back)}`)
  const { id: attachment } = small.answer["attachment"] as { id: string }
  await ask(run, "attachment.remove", { id: other, attachment })
  const again = await ask(run, "command.undo", { task: one })
  promise(again.kind === "ok" || isBack, () => `an undo with room gets ${JSON.stringify(again)}`)
  await attach(run, other, 0)
}
