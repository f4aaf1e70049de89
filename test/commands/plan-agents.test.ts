import { expect, test } from "vitest"
import { readFiles } from "../../src/interchange/read-files.ts"
import { sendItems, type ImportCalls } from "../../src/interchange/send/send.ts"
import { given, type Service } from "../support/service.ts"

const story = (n: number, from: number) =>
  `## Phase ${n + 2}: User Story ${n} - Story ${n} (Priority: P${n})

**Goal**: Story ${n} works

### Tests for User Story ${n} (OPTIONAL)

- [ ] T${from} [P] [US${n}] Contract test in tests/contract/test_${n}.py
- [ ] T${from + 1} [P] [US${n}] Integration test in tests/integration/test_${n}.py

### Implementation for User Story ${n}

- [ ] T${from + 2} [P] [US${n}] Create the model in src/models/model_${n}.py
- [ ] T${from + 3} [P] [US${n}] Create the other model in src/models/other_${n}.py
- [ ] T${from + 4} [US${n}] Implement the service in src/services/service_${n}.py (depends on T${from + 2}, T${from + 3})
- [ ] T${from + 5} [US${n}] Implement the endpoint in src/api/app.py
- [ ] T${from + 6} [US${n}] Add validation to src/services/service_${n}.py
- [ ] T${from + 7} [US${n}] Add logging

**Checkpoint**: Story ${n} can be tested alone
`

/** Forty tasks in the form of the template of spec-kit. All stories write to \`src/api/app.py\`. */
const specKit = `# Tasks: A shop

**Input**: Design documents from \`/specs/001-shop/\`

## Phase 1: Setup (Shared Infrastructure)

- [ ] T101 Create the project structure in pyproject.toml
- [ ] T102 [P] Configure linting in .flake8
- [ ] T103 [P] Configure the build in src/build.py

## Phase 2: Foundational (Blocking Prerequisites)

**⚠️ CRITICAL**: No user story work can begin until this phase is complete

- [ ] T104 Set up the schema in src/db.py
- [ ] T105 [P] Set up authentication in src/auth.py
- [ ] T106 [P] Set up routing in src/api/app.py
- [ ] T107 [P] Create base models in src/models/base.py
- [ ] T108 Configure errors in src/errors.py

---

${story(1, 109)}
${story(2, 117)}
${story(3, 125)}
## Phase 6: Polish & Cross-Cutting Concerns

- [ ] T133 [P] Update docs/api.md
- [ ] T134 [P] Refactor src/api/app.py
- [ ] T135 [P] Add unit tests in tests/unit/test_all.py
- [ ] T136 Optimise src/db.py
- [ ] T137 Harden src/auth.py
- [ ] T138 [P] Update docs/usage.md
- [ ] T139 [P] Update CHANGELOG.md
- [ ] T140 Run the quickstart

## Dependencies & Execution Order

- **Setup (Phase 1)**: No dependencies - can start immediately
- **Foundational (Phase 2)**: Depends on Setup completion - BLOCKS all user stories
- **User Stories (Phase 3+)**: All depend on Foundational phase completion
- **Polish (Final Phase)**: Depends on all desired user stories being complete
`

async function bring(service: Service, path: string, text: string): Promise<void> {
  const { items } = readFiles("checklist", [{ path, bytes: new TextEncoder().encode(text) }], {
    origin: "o/n",
  })
  const calls: ImportCalls = {
    begin: (input) => service.run("import.begin", { ...input }),
    add: (input) => service.run("import.add", { ...input }),
    end: (input) => service.run("import.end", { ...input }),
  }
  await sendItems(calls, { kind: "checklist", name: "tasks.md", origin: "o/n", items })
}

interface Held {
  readonly id: string
  readonly name: string
  readonly resources: readonly string[]
}

/**
 * Agents that claim what is next and complete it after 1 to 7 rounds.
 * @param look is called at each moment, with what was done before and what is held
 */
async function work(
  service: Service,
  agents: readonly string[],
  look: (held: readonly Held[], done: ReadonlySet<string>) => void,
): Promise<string[]> {
  const held = new Map<string, Held & { left: number }>()
  const done = new Set<string>()
  let seed = 7
  for (let idle = 0; idle < 3;) {
    idle = held.size === 0 ? idle + 1 : 0
    for (const agent of agents) {
      const own = held.get(agent)
      if (!own) {
        const { task } = await service.run("task.claimNext", { agent })
        if (!task) continue
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        const name = (task.source as string).replace(/^.*?#/, "")
        held.set(agent, { id: task.id, name, resources: task.resources, left: 1 + (seed % 7) })
      } else if (--own.left === 0) {
        await service.run("task.complete", { id: own.id, agent })
        done.add(own.name)
        held.delete(agent)
      }
      look([...held.values()], done)
    }
  }
  return [...done]
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `T${from + i}`)
const phases = { setup: numbers(101, 103), foundation: numbers(104, 108), polish: numbers(133, 140) }
const stories = [numbers(109, 116), numbers(117, 124), numbers(125, 132)]
const storyOf = (name: string) => stories.findIndex((list) => list.includes(name))

test("three agents do a plan of spec-kit: no file twice at once, phases in order, stories side by side", async () => {
  const service = await given()
  await bring(service, "specs/001-shop/tasks.md", specKit)
  const most = { stories: 0, agents: 0 }
  const order = await work(service, ["ann", "bob", "cid"], (held, done) => {
    const files = held.flatMap(({ resources }) => resources)
    expect(new Set(files).size, `one file twice: ${files.join(", ")}`).toBe(files.length)
    const allDone = (...lists: string[][]) => lists.flat().every((name) => done.has(name))
    for (const { name } of held) {
      if (phases.foundation.includes(name)) expect(allDone(phases.setup), name).toBe(true)
      if (storyOf(name) >= 0) expect(allDone(phases.setup, phases.foundation), name).toBe(true)
      if (phases.polish.includes(name)) expect(allDone(...stories), name).toBe(true)
      const at = Number(name.slice(1))
      if (storyOf(name) >= 0 && (at - 109) % 8 === 4)
        expect(allDone([`T${at - 2}`, `T${at - 1}`]), name).toBe(true)
    }
    most.stories = Math.max(
      most.stories,
      new Set(held.map(({ name }) => storyOf(name)).filter((n) => n >= 0)).size,
    )
    most.agents = Math.max(most.agents, held.length)
  })
  expect(most).toEqual({ stories: 3, agents: 3 })
  expect(order.toSorted()).toEqual(numbers(101, 140))
  const { tasks } = await service.run("task.list", { source: "checklist:o/n/specs/001-shop", limit: 100 })
  expect(tasks.length).toBeGreaterThan(46)
  expect(tasks.filter(({ status }: { status: string }) => status !== "done")).toEqual([])
  const app = tasks.filter(({ resources }: { resources: string[] }) => resources.includes("src/api/app.py"))
  expect(app).toHaveLength(5)
})

const kiro = `# Implementation Plan

- [ ] 1. Set up
  - [ ] 1.1 Create the project in package.json
    - _Requirements: 1.1_
  - [ ] 1.2 Write the schema in src/schema.ts
- [ ] 2. Build
  - [ ] 2.1 Implement the reader in src/reader.ts
  - [ ] 2.2 Implement the writer in src/writer.ts
  - [ ]* 2.3 Write property tests in test/reader.test.ts
- [ ] 3. Join
  - [ ] 3.1 Implement the command in src/cli.ts
  - [ ] 3.2 Write the page in docs/use.md

## Task Dependency Graph

\`\`\`json
{ "waves": [
  { "id": 0, "tasks": ["1.1"] },
  { "id": 1, "tasks": ["1.2", "3.2"] },
  { "id": 2, "tasks": ["2.1", "2.2"] },
  { "id": 3, "tasks": ["2.3", "3.1"] }
] }
\`\`\`
`
const waves = [["1.1"], ["1.2", "3.2"], ["2.1", "2.2"], ["3.1"]]

test("three agents do a plan of Kiro wave by wave, and its numbers above close by themselves", async () => {
  const service = await given()
  await bring(service, ".kiro/specs/reader/tasks.md", kiro)
  const together = new Set<string>()
  const order = await work(service, ["ann", "bob", "cid"], (held, done) => {
    for (const { name } of held) {
      const n = waves.findIndex((wave) => wave.includes(name))
      for (const before of waves.slice(0, n).flat())
        expect(done.has(before), `${before} before ${name}`).toBe(true)
    }
    together.add(
      held
        .map(({ name }) => name)
        .toSorted()
        .join(" "),
    )
  })
  expect(order.toSorted()).toEqual(waves.flat().toSorted())
  expect([...together]).toEqual(expect.arrayContaining(["1.2 3.2", "2.1 2.2"]))
  const { tasks } = await service.run("task.list", { source: "checklist:o/n/.kiro/specs/reader" })
  const open = tasks.filter(({ status }: { status: string }) => status !== "done")
  expect(open.map(({ title, status }: { title: string; status: string }) => [title, status])).toEqual([
    ["reader", "todo"],
    ["Write property tests in test/reader.test.ts", "blocked"],
  ])
})
