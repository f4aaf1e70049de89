import { expect, test } from "vitest"
import { facesOf } from "../../../src/dashboard/words/faces.ts"

const member = (name: string, kind: "agent" | "person" = "agent", joinedAt = "2030-01-01T00:00:00Z") => ({
  name,
  kind,
  joinedAt,
})

test("no two of a team have the same face, however alike their names are", () => {
  const names = Array.from({ length: 60 }, (_, n) => `agent-${n}`)
  const faces = facesOf([...names, "Anna", "Annabel", "Ann", "An"].map((name) => member(name)))
  const looks = [...faces.values()].map(({ letters, hue, isPerson }) => `${isPerson} ${letters} ${hue}`)
  expect(new Set(looks).size).toBe(64)
})

test("names with the same initials get other letters; a person and an agent differ by their shape", () => {
  const faces = facesOf([member("atlas"), member("atom"), member("attic"), member("ata", "person")])
  expect([...faces.values()].map(({ letters }) => letters)).toEqual(["AT", "AT", "AO", "AI"])
  expect(faces.get("ata")).toMatchObject({ letters: "AT", isPerson: true })
})

test("names that end in a number show the number, and others how their last word begins", () => {
  const letters = (...names: string[]) =>
    [...facesOf(names.map((name) => member(name))).values()].map((face) => face.letters)
  expect(letters("agent-1", "agent-14", "agent-2", "bot7")).toEqual(["A1", "14", "A2", "B7"])
  expect(letters("claude-main-api", "claude-main-web")).toEqual(["CA", "CW"])
})

test("letters that look alike count as the same", () => {
  const [one, other] = [...facesOf([member("bot0"), member("bo")]).values()].map(({ letters }) => letters)
  expect([one, other]).not.toEqual(["B0", "BO"])
  const faces = facesOf([member("b-o"), member("b0", "agent", "2031-01-01T00:00:00Z")])
  expect(faces.get("b-o")?.hue).not.toBe(faces.get("b0")?.hue)
})

test("who joins later changes nobody's face", () => {
  const early = facesOf([member("otto"), member("Otis")])
  const late = facesOf([member("Oto", "agent", "2031-01-01T00:00:00Z"), member("otto"), member("Otis")])
  for (const name of ["otto", "otis"]) expect(late.get(name)).toEqual(early.get(name))
})
