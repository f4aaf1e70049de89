/** A line of source that is rewritten so that it breaks a promise. The simulator must notice. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly line: string
  readonly broken: string
}

export const mutants: readonly Mutant[] = [
  {
    name: "a sync is dropped",
    file: "src/storage/journal/appender.ts",
    line: "await files.fdatasync(fd).catch(",
    broken: "await Promise.resolve().catch(",
  },
  {
    name: "the name of a new segment is not synced",
    file: "src/machine/durable-file.ts",
    line: "  await files.rename(temporary, path)\n  await syncDirectory(dirname(path), files)",
    broken: "  await files.rename(temporary, path)",
  },
  {
    name: "an acknowledgement comes early",
    file: "src/engine/group-commit.ts",
    line: "await (round.batch ? committing : logWait.during(committing, takeBack))",
    broken:
      "await (round.batch ? void committing.catch(() => undefined) : logWait.during(committing, takeBack))",
  },
  {
    name: "a failed commit is not taken back",
    file: "src/engine/group-commit.ts",
    line: "        board.rollback()\n        board.forget()\n        const decided",
    broken: "        board.forget()\n        const decided",
  },
  {
    name: "a fence is forgotten",
    file: "src/domain/rules/lease.ts",
    line: "if (task.lease && token === settings.token(id, task.epoch)) return",
    broken: "if (task.lease && token.startsWith(`${id}.`)) return",
  },
  {
    name: "a wake-up is lost",
    file: "src/engine/batch.ts",
    line: "let chances = board.ready.arrivals - offered",
    broken: "let chances = board.ready.arrivals - offered - 1",
  },
  {
    name: "a repeat is done twice",
    file: "src/engine/decide.ts",
    line: "if (stored) return { answer",
    broken: "if (stored && now < 0) return { answer",
  },
  {
    name: "a restart forgets a lease",
    file: "src/domain/board/snapshot.ts",
    line: "tasks: [...board.tasks.values()],",
    broken: "tasks: [...board.tasks.values()].map((task) => ({ ...task, lease: null })),",
  },
  {
    name: "a snapshot is one event short",
    file: "src/engine/restore.ts",
    line: "for await (const commit of commits) absorb(board, commit)",
    broken:
      "let isShort = snapshot !== undefined; for await (const commit of commits) { if (!isShort) absorb(board, commit); isShort = false }",
  },
  {
    name: "followers are not told what another server wrote",
    file: "src/engine/rounds.ts",
    line: "for (const other of others) publisher.publish(other)",
    broken: "for (const other of others.slice(1)) publisher.publish(other)",
  },
  {
    name: "a revoked token goes on writing",
    file: "src/engine/batch.ts",
    line: "const who = renewIdentity(board, sender, now)",
    broken: "const who = sender ?? renewIdentity(board, sender, now)",
  },
  {
    name: "a paused agent is given work",
    file: "src/domain/rules/next.ts",
    line: "return pauseOf(board, ask.agent) ? undefined : nextIfNotPaused(board, ask)",
    broken: "return pauseOf(board, ask.agent) && ask.project ? undefined : nextIfNotPaused(board, ask)",
  },
  {
    name: "the less urgent task comes first",
    file: "src/domain/rules/next.ts",
    line: "if (isBefore(turn, best)) best = turn",
    broken: "if (turn !== undefined) best = turn",
  },
  {
    name: "a task with a rank comes after those without",
    file: "src/domain/board/queues/queue-place.ts",
    line: "Math.floor(number / turnStep) || -1",
    broken: "Math.floor(number / turnStep) || 1",
  },
  {
    name: "time runs back with the clock",
    file: "src/engine/clock.ts",
    line: "const at = isBehind ? slowTime(mark) : day",
    broken: "const at = day",
  },
  {
    name: "a task comes back from the trash with its lease",
    file: "src/domain/evolve/trash.ts",
    line: 'move(draft, "todo", meta.at)',
    broken: 'draft.status = "todo"',
  },
  {
    name: "what was undone can be undone again",
    file: "src/domain/rules/undo.ts",
    line: "    !isTakenBack &&\n",
    broken: "    (!isTakenBack || true) &&\n",
  },
  {
    name: "an undo of an edit of several tasks leaves one of them",
    file: "src/domain/rules/undo.ts",
    line: "for (const effect of command.effects.toReversed())",
    broken: "for (const effect of command.effects.toReversed().slice(0, 1))",
  },
  {
    name: "of several tasks those after a refused one are not edited",
    file: "src/domain/rules/edit-each.ts",
    line: "events.push(...decided)",
    broken: "if (refused.length === 0) events.push(...decided)",
  },
  {
    name: "a resource lends one place more than it has",
    file: "src/domain/board/resources/resource-use.ts",
    line: "node.users.has(except)) >= capacity",
    broken: "node.users.has(except)) > capacity",
  },
  {
    name: "what is above a resource does not keep others out of it",
    file: "src/domain/board/resources/resource-use.ts",
    line: "for (const each of selfAndAbove(name))\n          if (isFull",
    broken: "for (const each of [name])\n          if (isFull",
  },
  {
    name: "what is below a resource does not keep others out of it",
    file: "src/domain/board/resources/resource-use.ts",
    line: 'if (isUsed(name, except)) return { name, keepsOut: "whole" }',
    broken: 'if (isUsed(name, except) && name === "") return { name, keepsOut: "whole" }',
  },
  {
    name: "a resource that opens wakes nobody",
    file: "src/domain/board/resources/resource-use.ts",
    line: 'if (full && !isFull(name)) onRoom({ name, keepsOut: "all" })',
    broken: 'if (full && !isFull(name) && !declared.has(name)) onRoom({ name, keepsOut: "all" })',
  },
  {
    name: "what an agent draws on is not counted",
    file: "src/domain/board/resources/workers.ts",
    line: "else use.hold(n, [...new Set([...resources, ...own])])",
    broken: "else use.hold(n, resources)",
  },
  {
    name: "the rest after a limit is forgotten",
    file: "src/domain/rules/next.ts",
    line: "const isRested = (task: Task) => !rests || !restsFor(task, agent, board.now)",
    broken: "const isRested = (task: Task) => !rests || task.n > 0",
  },
  {
    name: "a limit counts as a failed attempt",
    file: "src/operations/release-task.ts",
    line: "const after = input.failed ?",
    broken: "const after = input.failed || input.limit ?",
  },
  {
    name: "a more urgent task stays back while another one is out",
    file: "src/domain/board/queues/held-back.ts",
    line: "(out !== undefined && compareTurns(out, turn) <= 0)",
    broken: "out !== undefined",
  },
  {
    name: "only the first of those held back comes back",
    file: "src/domain/board/queues/held-back.ts",
    line: "return hasRoom(under) ? lendFirst(under, queueOf(place)) : undefined",
    broken: "return undefined",
  },
  {
    name: "a task is given to who lacks a skill",
    file: "src/domain/rules/resources.ts",
    line: "return isWithin(task.fields.skills, had) ? none :",
    broken: "return isWithin(task.fields.skills.slice(1), had) ? none :",
  },
  {
    name: "a request for changes loses what was said of a line",
    file: "src/domain/rules/line-comments.ts",
    line: "if (n <= after || found.length === mostGathered) break",
    broken: "if (n <= after || found.length === 0) break",
  },
  {
    name: "a request for changes repeats what was said of an earlier attempt",
    file: "src/domain/evolve/attempt-ends.ts",
    line: "(before.lastEnd?.saidBefore ?? 0) : lastComment",
    broken: "(before.lastEnd?.saidBefore ?? 0) : (before.lastEnd?.saidBefore ?? 0)",
  },
  {
    name: "the places of work that has not landed are given away",
    file: "src/domain/board/resources/workers.ts",
    line: "else if (after?.work) keep(after)",
    broken: 'else if (after?.work && after.status === "todo") keep(after)',
  },
  {
    name: "a task is begun before what it waits for has landed",
    file: "src/domain/board/tasks/is-closed.ts",
    line: "isClosed(task) && !(task?.work?.toLand === true && isUnlanded(task))",
    broken: "isClosed(task)",
  },
  {
    name: "a landing lets nothing go on",
    file: "src/domain/board/queues/ready-queues.ts",
    line: "isSettled(before) !== isSettled(after)",
    broken: "isClosed(before) !== isClosed(after)",
  },
  {
    name: "what works for a worker finishes its task",
    file: "src/domain/rules/left-to-worker.ts",
    line: 'lease?.finishedBy === "worker" && said',
    broken: 'lease?.finishedBy === "worker" && lease.session === "" && said',
  },
  {
    name: "a task is kept out by its own places",
    file: "src/domain/board/queues/room-queues.ts",
    line: "use.takenFor(task.fields.resources, task.n)",
    broken: "use.takenFor(task.fields.resources)",
  },
  {
    name: "a lease that ran out counts as a failed attempt",
    file: "src/domain/rules/lease.ts",
    line: "attempts: task.attempts, ...after }]",
    broken: "attempts: task.attempts + 1, ...after }]",
  },
  {
    name: "a task that fails stays with whose it was",
    file: "src/domain/evolve/tasks.ts",
    line: "if (event.assignee !== undefined) task.assignee = event.assignee",
    broken: "if (event.attempts < 0) task.assignee = null",
  },
  {
    name: "who has just failed is asked again",
    file: "src/domain/rules/failures.ts",
    line: "i !== own && isThere",
    broken: "i !== own + 1000 && isThere",
  },
  {
    name: "who was taken off the list is given a task",
    file: "src/domain/rules/failures.ts",
    line: "if (!agent) return false",
    broken: "if (!agent) return true",
  },
  {
    name: "who is paused for days is given a task",
    file: "src/domain/rules/failures.ts",
    line: "return pause === null || (pause.until !== null && pause.until <= now + day)",
    broken: "return pause === null || pause.until !== null",
  },
  {
    name: "a task with an escalation has no more attempts than others",
    file: "src/domain/rules/failures.ts",
    line: "const isLast = rungs.length > 0 ? next === undefined : attempts",
    broken: "const isLast = (rungs.length > 0 && next === undefined) || attempts",
  },
  {
    name: "work that nobody could take up again is anybody's",
    file: "src/domain/rules/lease.ts",
    line: "const stays = takenToBegin(board, task, agent) && { assignee: agent }",
    broken: "const stays = undefined",
  },
  {
    name: "what is unblocked has no more of its leases to lose",
    file: "src/domain/evolve/task-changes.ts",
    line: "    task.attempts = 0\n    task.expiries = 0",
    broken: "    task.attempts = 0",
  },
  {
    name: "a check that passed on other files counts",
    file: "src/domain/board/said/proof.ts",
    line: "if (result.epoch === proof.epoch && result.tree !== proof.tree) return false",
    broken: "if (proof.results.length === 0) return false",
  },
  {
    name: "who gave a task up finishes it without its checks",
    file: "src/domain/rules/failures.ts",
    line: "return isFree && lastEnd !== null",
    broken: "return isFree && lastEnd === undefined",
  },
  {
    name: "anybody says what a check came to",
    file: "src/domain/rules/checks.ts",
    line: 'if (task.status === "doing" && !task.lease && isOwn(task, caller.actor)) return',
    broken: 'if (task.status === "doing") return',
  },
  {
    name: "the files of a task in the trash do not count",
    file: "src/domain/rules/attachments.ts",
    line: "  const left = mostFileBytes - board.attachments.bytes\n",
    broken:
      "  const left = mostFileBytes - [...board.attachments.values()].reduce((sum, { task, size }) => sum + (board.tasks.has(task) ? size : 0), 0)\n",
  },
  {
    name: "the patch of a report is a file of another task",
    file: "src/domain/rules/attachments.ts",
    line: "if (requireAttachment(board, task, patch.id).sha256 === patch.sha256) return",
    broken: 'if (patch.sha256 !== "") return',
  },
  {
    name: "a file that comes back finds room that there is not",
    file: "src/domain/rules/attachments.ts",
    line: "if (board.attachments.bytes + size > mostFileBytes)",
    broken: "if (size > mostFileBytes)",
  },
  {
    name: "the id of a file that was removed is given to another",
    file: "src/domain/evolve/said.ts",
    line: "board.count({ attachment: Math.max(n, board.counters.attachment) })",
    broken: "board.count({ attachment: n })",
  },
  {
    name: "a task of an import that has not ended is ready",
    file: "src/domain/board/imports/import-tables.ts",
    line: "isHeld: (n) => open !== undefined && origins.get(n)?.import === open,",
    broken: "isHeld: (n) => open !== undefined && origins.get(n)?.import === open + 1000,",
  },
  {
    name: "what was changed here is changed again by the same file",
    file: "src/domain/rules/import-changes.ts",
    line: "if (now === before) continue",
    broken: "if (now === before && now === here) continue",
  },
  {
    name: "a newer file takes away what was changed here",
    file: "src/domain/rules/import-changes.ts",
    line: "if (here !== before) kept.push(field)",
    broken: "if (here !== before && now < 0) kept.push(field)",
  },
  {
    name: "an import that is taken back leaves what it changed",
    file: "src/domain/rules/abort-import.ts",
    line: "all.filter((change) => canPutBack(board, change))",
    broken: "all.filter((change) => canPutBack(board, change) && change.n < 0)",
  },
  {
    name: "an import is taken back when somebody has gone on from it",
    file: "src/domain/rules/inverse.ts",
    line: "if (task.version !== 1 && stateDigest(task) !== board.origins.get(each)?.asCame)",
    broken: "if (task.version < 1)",
  },
]
