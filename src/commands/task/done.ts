import type { Client } from "../../client/client.ts"
import type { InputOf } from "../../client/contract.ts"
import { fail, UpnextError } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line } from "../../terminal/output.ts"
import { findProjectFile } from "../../terminal/project-file.ts"
import { attachEvidence, evidenceFileFlag } from "../files/evidence.ts"
import { readToSend } from "../files/read-file.ts"
import { askForLesson } from "./lesson-asked.ts"
import { leaveFlag } from "../worktree/flags.ts"
import { leaveOwnTree, mayHaveTrees } from "../../attempts/report/report.ts"
import { isOwnReview, taskLine } from "../../terminal/shown/task.ts"
import { unmetLines } from "../../terminal/shown/task-checks.ts"
import { saysLater } from "../../terminal/task-ways.ts"
import { quote, quoteText } from "../../terminal/typed.ts"
import { settingsDirectory } from "../../terminal/working-directory.ts"

export default clientCommand<"task.complete">({
  name: "done",
  operation: "task.complete",
  positionals: ["id..."],
  rename: { criteria: "met", reflection: "lesson", noReflection: "no-lesson" },
  omit: ["criteria", "tree", "dryRun", "claim"],
  flags: {
    verify: {
      kind: "boolean",
      description: "run the task's checks first, and finish the task only if all pass",
    },
    met: {
      kind: "list",
      value: "criterion",
      description: "text or number of a criterion that is met; may be given several times",
    },
    ...leaveFlag,
    pr: { kind: "text", description: "the pull request that was opened for the task" },
    evidence: { kind: "text", description: "evidence for the --met before it", of: "met" },
    "evidence-file": { ...evidenceFileFlag, of: "met" },
  },
  about: [
    "A task without a holder is claimed and finished in one step if it is ready and is either unassigned or assigned to you. If you gave the task back, claim it again first. After your claim has expired, you can still finish the task until someone else claims it.",
  ],
  examples: [
    ['done T-1 --lesson "Mocks hid the bug; a real file found it"', "finish it"],
    ['done T-3 T-4 --lesson "Both were the same bug"', "several tasks; exit status 1 if any of them fails"],
    [
      'done T-1 --met "tests pass" --evidence "build 7" --lesson "…"',
      "check off a criterion, with evidence; --met may be given several times",
    ],
    ['done T-1 --verify --lesson "…"', "run the task's checks first; finish it only if all have passed"],
    ['done T-1 --summary "Shipped in 1.2" --lesson -', "the lesson from standard input"],
    ['done T-1 --no-lesson "a typo"', "finish without a lesson, for this reason"],
  ],
  async run({ client, input, flags, isAlone, again }) {
    const proofs = flags as Proofs
    const { met = [], evidence = [], "evidence-file": paths = [], verify, pr } = proofs
    const files = await Promise.all(
      met.map(async (_, i) => (paths[i] === undefined ? undefined : readToSend(paths[i], undefined))),
    )
    let { reflection } = input
    let verified: string | undefined
    const send = async (shown: readonly (string | undefined)[], more: InputOf<"task.complete">) =>
      client.task.complete({
        ...more,
        reflection,
        claim: (verify !== true && process.env["UPNEXT_TASK_ID"] === undefined) || undefined,
        ...(met.length > 0 && { criteria: met.map((criterion, i) => ({ criterion, evidence: shown[i] })) }),
        // Before the checks have run, no files are proven; right after, they are known.
        tree:
          verify === true && more.dryRun === true
            ? undefined
            : (verified ?? (await treeHere(client, input.id))),
      })
    const complete: typeof send = (...given) =>
      send(...given).catch(async (error: unknown) => {
        const lesson = isAlone && flags["json"] !== true ? await askForLesson(input.id, error) : undefined
        if (lesson === undefined) throw withTypedWays(error, input, proofs, again)
        reflection = lesson
        verified = undefined
        return send(...given)
      })
    const sent = files.filter((file) => file !== undefined)
    // What comes before the request that finishes it would stay behind when that is refused.
    if (verify === true || sent.length > 0 || mayHaveTrees())
      await complete(evidence, { ...input, dryRun: true }).catch((error: unknown) => {
        if (verify !== true || !isUnproven(error)) throw error
      })
    const left = await leaveOwnTree(client, reporterOf(input), flags, pr)
    if (pr !== undefined && left === undefined)
      fail("invalid_input", {
        detail: `${input.id} is not finished: --pr needs a worktree, and ${input.id} has none here.`,
        hint: "Leave --pr out, and name the pull request with --summary.",
      })
    if (left?.unfit !== undefined)
      fail("git_failed", {
        detail: `${input.id} is not finished: ${left.unfit}`,
        hint: `Fix that in ${left.record.path}, then run \`upnext done\` again.`,
      })
    const tree = verify === true ? await requireVerified(client, input.id, flags.json === true) : undefined
    // An upload takes a while.
    if (sent.length === 0) verified = tree
    const names = await attachEvidence(client, input.id, sent)
    const shown = files.map((file, i) =>
      [evidence[i], file && names.shift()].filter((each) => each !== undefined).join(": "),
    )
    const answer = await complete(
      shown.map((each) => each || undefined),
      input,
    )
    const isLate = flags.json !== true && answer.task.expiries > 0 && (await wasLate(client, input.id))
    return isLate ? { ...answer, notes: [...(answer.notes ?? []), "Your claim had expired."] } : answer
  },
  print({ task, finished, repeated, unmet = [] }, again) {
    if (finished === false)
      return taskLine(task, "will be finished by its worker, once this command ends and the checks pass")
    const isInReview = task.status === "review"
    const reviewer = line(task.reviewer ?? "anyone")
    const who = isOwnReview(task) ? `anyone but ${reviewer}, who did the work` : reviewer
    const done = repeated ? "was done already" : "is done"
    const what = isInReview ? `is ${repeated ? "already " : ""}waiting for review by ${who}` : done
    return [taskLine(task, what), ...unmetLines(task, unmet, again)].join("\n")
  },
  id: ({ task }) => task.id,
})

// --- internal ---

/** Whether the task was finished without a claim: its last one had expired. The task is done either way. */
async function wasLate(client: Client, id: string): Promise<boolean> {
  const { history } = await client.task.history({ id, limit: 3 }).catch(() => ({ history: [] }))
  const end = history.find(({ type }) => type === "task.completed")
  return end?.changes.some(({ field, from }) => field === "status" && from === "todo") ?? false
}

/** The flags about criteria: what shows that one is met has the same place as the criterion. */
interface Proofs {
  readonly met?: readonly string[]
  readonly evidence?: readonly (string | undefined)[]
  readonly "evidence-file"?: readonly (string | undefined)[]
  readonly verify?: boolean
  readonly pr?: string
}

/** A task that was finished before is refused with the commands that add to it what was typed now. */
function withTypedWays(
  error: unknown,
  { id, reflection, summary }: InputOf<"task.complete">,
  { met = [], evidence = [], "evidence-file": paths = [] }: Proofs,
  again: string,
): unknown {
  if (!(error instanceof UpnextError) || !Array.isArray(error.facts["unsaid"])) return error
  const text = (given = "\n") => (given.includes("\n") || given.length > 500 ? "<text>" : quoteText(given))
  const criteria = met.map((criterion, i) =>
    [
      text(criterion),
      ...(paths[i] === undefined ? [] : [`--evidence-file ${quote(paths[i])}`]),
      ...(paths[i] === undefined && evidence[i] !== undefined ? [`--evidence ${text(evidence[i])}`] : []),
    ].join(" "),
  )
  const typed = { criteria, lesson: text(reflection), summary: text(summary) }
  const hint = saysLater(id, error.facts["unsaid"] as string[], typed, again)
  return new UpnextError(error.code, { detail: error.message, facts: error.facts, hint, cause: error })
}

/** Refused for what its checks may prove yet. */
function isUnproven(error: unknown): boolean {
  return error instanceof UpnextError && ["checks_unmet", "criteria_unmet"].includes(error.code)
}

/** @returns git's hash of the files after the checks @throws checks_unmet where one of them has not passed */
async function requireVerified(client: Client, id: string, isJson: boolean): Promise<string | undefined> {
  const parts = await import("../../attempts/parts.ts")
  const { verifyTask } = await parts.verifyTask()
  const { results, status, tree } = await verifyTask({ client, id, names: [], isYes: false, isJson })
  if (status === 0) return tree
  const checks = results.flatMap(({ check, status: how, counts }) =>
    how === "passed" && counts ? [] : check,
  )
  return fail("checks_unmet", {
    detail: `${id} is not finished: ${status > 1 ? "its checks were stopped" : `${checks.map((name) => line(name)).join(", ")} has not passed`}.`,
    facts: { task: id, checks },
  })
}

/** The files as they are now, in a repository that has checks. */
async function treeHere(client: Client, id: string): Promise<string | undefined> {
  if ((findProjectFile(settingsDirectory())?.own.checks.size ?? 0) === 0) return undefined
  const { task } = await client.task.read({ id })
  const parts = await import("../../attempts/parts.ts")
  const { namedTree } = await parts.namedTree()
  return namedTree(task, process.cwd(), process.env)
}

/** Whoever finishes it reports what there is, too. */
function reporterOf({ id, agent, session, leaseToken }: InputOf<"task.complete">) {
  return { id, agent, session, leaseToken }
}
