import { expect, test } from "vitest"
import { checkMetadata, mergeMetadata, type Metadata } from "../../../src/domain/wire/metadata.ts"

test.each([
  [{}],
  [{ a: null, b: [1, { c: "x" }], "": false, "with space": 1e300 }],
  [{ reflection_exempt: true, reflection_exempt_reason: "a spike" }],
  [{ reflection_exempt: null, reflection_exempt_reason: null }],
  [{ toString: 1, length: 2 }],
  [nested(60)],
])("%j may be kept as metadata", (metadata) => {
  expect(checkMetadata(metadata)).toBeUndefined()
})

test.each([
  ["an array", [], ""],
  ["text", "x", ""],
  ["null", null, ""],
  ["an exemption that is no boolean", { reflection_exempt: "true" }, "reflection_exempt"],
  ["a reason that is no text", { reflection_exempt_reason: 1 }, "reflection_exempt_reason"],
  ["NUL in a value", { a: { b: ["x\0"] } }, "a.b.0"],
  ["a lone surrogate", { a: "\ud800" }, "a"],
  ["NUL in a key", { "a\0": 1 }, "a\0"],
  ["constructor as a key", { a: { constructor: 1 } }, "a.constructor"],
  ["prototype as a key", { prototype: 1 }, "prototype"],
  ["__proto__ as a key", JSON.parse('{"a":{"__proto__":{"x":1}}}'), "a.__proto__"],
  ["nesting deeper than 64", nested(70), ""],
])("metadata with %s is refused, and the place named", (_, metadata, path) => {
  expect(checkMetadata(metadata)?.path.join(".")).toBe(path)
})

test.each<[Metadata, Metadata, Metadata]>([
  [{ a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
  [{ a: 1, b: 2 }, { b: null }, { a: 1 }],
  [{ a: 1 }, { z: null }, { a: 1 }],
  [{ a: { x: 1, y: 2 } }, { a: { x: null } }, { a: { x: null } }],
  [{ a: null }, { b: 1 }, { a: null, b: 1 }],
  [{ a: 1 }, {}, { a: 1 }],
])(
  "metadata %j merged with %j is %j: a null deletes its key, of the first level only",
  (before, changes, after) => {
    expect(mergeMetadata(before, changes)).toEqual(after)
    expect(Object.keys(mergeMetadata(before, changes))).toEqual(Object.keys(after))
  },
)

function nested(depth: number): Metadata {
  return depth === 0 ? {} : { a: nested(depth - 1) }
}
