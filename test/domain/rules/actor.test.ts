import { expect, test } from "vitest"
import { actorBehind, namedActor } from "../../../src/domain/rules/actor.ts"
import { createRandom } from "../../support/random.ts"
import { randomTask } from "../tasks.ts"

test.each([
  ["the field that the operation declares goes before the header", "ann", { actor: "bob" }, "ann"],
  ["without the field the header counts", undefined, { actor: "bob" }, "bob"],
  ["with neither it is anonymous", undefined, {}, "anonymous"],
  ["a token's agent acts where nobody is named", undefined, { agent: "Ann" }, "Ann"],
  ["a token's agent may be named in other case, and keeps its spelling", "ANN", { agent: "Ann" }, "Ann"],
])("who acts: %s", (_, inField, sender, actor) => {
  expect(namedActor(inField, sender)).toBe(actor)
})

test.each([
  ["in the field", "bob", { agent: "ann" }],
  ["in the header", undefined, { agent: "ann", actor: "bob" }],
])("a token that is bound to one agent does not act as another, named %s", (_, inField, sender) => {
  expect(() => namedActor(inField, sender)).toThrow(
    expect.objectContaining({ code: "actor_mismatch", facts: { agent: "ann" } }),
  )
})

test("where nobody is named, the token of a live lease says who acts", () => {
  const lease = {
    state: "held",
    agent: "ann",
    session: null,
    until: null,
    length: null,
    warned: false,
    claimedAt: 1,
    heardAt: 1,
  } as const
  const task = { ...randomTask(createRandom(1), 7), epoch: 3, lease }
  const signer = { token: (id: string, epoch: number) => `${id}.${epoch}` }
  expect(actorBehind("anonymous", task, "T-7.3", signer)).toBe("ann")
  expect(actorBehind("bob", task, "T-7.3", signer)).toBe("bob")
  expect(actorBehind("anonymous", task, "T-7.2", signer)).toBe("anonymous")
  expect(actorBehind("anonymous", { ...task, lease: null }, "T-7.3", signer)).toBe("anonymous")
  expect(actorBehind("anonymous", undefined, "T-7.3", signer)).toBe("anonymous")
})
