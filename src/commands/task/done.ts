import type { Client } from "../../client/client.ts"
import type { InputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line } from "../../terminal/output.ts"
import { findProjectFile } from "../../terminal/project-file.ts"
import { attachEvidence, evidenceFileFlag } from "../files/evidence.ts"
import { leaveFlag } from "../worktree/flags.ts"
import { leaveOwnTree } from "../worktree/report.ts"
import { isOwnReview, taskLine, unmetLine } from "./render.ts"

export default clientCommand({
  name: "task done",
  operation: "task.complete",
  positionals: ["id..."],
  rename: { criteria: "met" },
  omit: ["criteria", "tree"],
  flags: {
    verify: { kind: "boolean", description: "run its checks first, and finish it only if all have passed" },
    met: {
      kind: "list",
      value: "criterion",
      description: "a criterion that is met, by its text or its number; may be given several times",
    },
    ...leaveFlag,
    evidence: { kind: "text", description: "what shows that the --met before it is met", of: "met" },
    "evidence-file": { ...evidenceFileFlag, of: "met" },
    "no-reflection": {
      kind: "text",
      value: "why",
      description: "in place of a reflection: why there is nothing to learn from it",
    },
  },
  examples: [
    ['task done T-1 --reflection "Mocks hid the bug; a real file found it"', "finish it"],
    ['task done T-3 T-4 --reflection "Both were one bug"', "several; exit status 1 if one of them failed"],
    [
      'task done T-1 --met "tests pass" --evidence "build 7" --reflection "…"',
      "check a criterion off, with what shows it; --met may be given several times",
    ],
    ['task done T-1 --verify --reflection "…"', "run its checks first; finish it only if all have passed"],
    ['task done T-1 --summary "Shipped in 1.2" --reflection -', "the reflection from standard input"],
    ['task done T-1 --no-reflection "a typo"', "without one, with the reason"],
  ],
  async run({ client, input, flags }) {
    const { met, evidence, "evidence-file": files, "no-reflection": why } = flags
    if (typeof why === "string") {
      if (input.reflection !== undefined)
        fail("invalid_input", {
          detail: "--no-reflection does not go with --reflection.",
          hint: "Leave one of them out.",
        })
    }
    await leaveOwnTree(client, reporterOf(input), flags)
    if (flags.verify === true) await requireVerified(client, input.id, flags.json === true)
    if (typeof why === "string") await exempt(client, reporterOf(input), why)
    const proofs = [...((evidence ?? []) as readonly (string | undefined)[])]
    for (const [i, path] of ((files ?? []) as readonly (string | undefined)[]).entries()) {
      if (path === undefined) continue
      const attached = await attachEvidence(client, input.id, path)
      proofs[i] = proofs[i] === undefined ? attached : `${proofs[i]}: ${attached}`
    }
    const criteria = (met as string[] | undefined)?.map((criterion, i) => ({
      criterion,
      evidence: proofs[i],
    }))
    const tree = await treeHere()
    return client.task.complete({
      ...input,
      ...(criteria && { criteria }),
      ...(tree !== undefined && { tree }),
    })
  },
  print({ task, unmet = [] }) {
    const isInReview = task.status === "review"
    const reviewer = line(task.reviewer ?? "anyone")
    const who = isOwnReview(task) ? `anyone but ${reviewer}, who did the work` : reviewer
    const what = isInReview ? `waits for review by ${who}` : "is done"
    return [taskLine(task, what), ...unmet.map(unmetLine)].join("\n")
  },
  id: ({ task }) => task.id,
})

// --- internal ---

/** @throws checks_unmet where one of them has not passed */
async function requireVerified(client: Client, id: string, isJson: boolean): Promise<void> {
  const parts = await import("../verify-parts.ts")
  const { verifyTask } = await parts.verifyTask()
  const { results, status } = await verifyTask({ client, id, names: [], isYes: false, isJson })
  if (status === 0) return
  const checks = results.flatMap(({ check, status: how, counts }) =>
    how === "passed" && counts ? [] : check,
  )
  fail("checks_unmet", {
    detail: `${id} is not finished: ${status > 1 ? "its checks were stopped" : `${checks.map((name) => line(name)).join(", ")} has not passed`}.`,
    facts: { task: id, checks },
  })
}

/** The files as they are now, in a repository that has checks. */
async function treeHere(): Promise<string | undefined> {
  if ((findProjectFile(process.cwd())?.checks.size ?? 0) === 0) return undefined
  const parts = await import("../verify-parts.ts")
  const { namedTree } = await parts.namedTree()
  return namedTree(process.cwd(), process.env)
}

/** Whoever finishes it reports what there is, too. */
function reporterOf({ id, agent, session, leaseToken }: InputOf<"task.complete">) {
  return { id, agent, session, leaseToken }
}

/**
 * Says in the task itself that no reflection is asked for, and why. Anybody may edit a task, so whoever was overtaken is
 * refused first.
 */
async function exempt(client: Client, by: ReturnType<typeof reporterOf>, why: string): Promise<void> {
  const { id } = by
  const { task } = await client.task.read({ id })
  // What is left out is filled in by the client: the session, for one.
  const said = Object.fromEntries(Object.entries(by).filter(([, value]) => value !== undefined))
  if (task.lease) await client.task.heartbeat({ ...said, id })
  const metadata = { ...task.metadata, reflection_exempt: true, reflection_exempt_reason: why }
  await client.task.edit({ id, metadata }, { ifVersion: task.version })
}
