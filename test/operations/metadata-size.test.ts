import { expect, test } from "vitest"
import { checkMetadata, isTooMuch } from "../../src/domain/wire/metadata.ts"
import { expectRefused, given } from "../support/service.ts"

const many = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]))
const long = (bytes: number) => ({ note: "é".repeat(bytes / 2 - 6) })

test("metadata has at most 1,000 keys, nested ones included, and 64 KiB", () => {
  for (const metadata of [many(1001), { a: [{ b: many(999) }] }, long(64 * 1024 + 2)])
    expect(checkMetadata(metadata)).toMatchObject({ message: expect.stringContaining("64 KiB") as string })
  for (const metadata of [many(1000), { a: [{ b: many(998) }] }, long(64 * 1024)])
    expect(checkMetadata(metadata)).toBeUndefined()
})

test("many edits add no more than one request may", async () => {
  const service = await given(["task.create", { title: "x", metadata: many(900) }])
  await expectRefused(service, ["task.edit", { id: "T-1", metadata: { more: many(200) } }], "invalid_input")
  await service.run("task.edit", { id: "T-1", metadata: { more: many(50) } })
})

test("larger metadata of before is kept, and may become less", () => {
  expect(isTooMuch(many(1200), many(1200))).toBe(false)
  expect(isTooMuch(many(1100), many(1200))).toBe(false)
  expect(isTooMuch(many(1201), many(1200))).toBe(true)
  expect(isTooMuch(long(70_000), many(1200))).toBe(true)
})
