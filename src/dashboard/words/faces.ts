import { nameKey } from "../../domain/wire/names.ts"
import type { AgentView } from "../api/types.ts"
import { hueOf, initials } from "./format.ts"

/** How a name is drawn: letters on a colour, round for a person, square for an agent. */
export interface Face {
  readonly letters: string
  readonly hue: number
  readonly isPerson: boolean
}

/** The faces of a team by `nameKey`, no two of them alike. Who joined first keeps the first choice of letters. */
export function facesOf(team: readonly Pick<AgentView, "name" | "kind" | "joinedAt">[]): Map<string, Face> {
  const taken = new Set<string>()
  const faces = new Map<string, Face>()
  const byAge = [...team].sort((a, b) => a.joinedAt.localeCompare(b.joinedAt) || a.name.localeCompare(b.name))
  for (const { name, kind } of byAge) {
    const isPerson = kind === "person"
    const choices = [initials(name), ...otherLetters(name)]
    const looks = [
      ...choices.map((letters) => ({ letters, hue: hueOf(name), key: `${isPerson} ${shapeOf(letters)}` })),
      ...choices.flatMap((letters) => turned(hueOf(name)).map((hue) => ({ letters, hue, key: "" }))),
    ]
    const isFree = ({ letters, hue, key }: (typeof looks)[number]) =>
      key === "" ? !taken.has(keyOf(isPerson, letters, hue)) : !taken.has(key)
    const { letters, hue } = looks.find(isFree) ?? { letters: initials(name), hue: hueOf(name) }
    taken.add(`${isPerson} ${shapeOf(letters)}`)
    taken.add(keyOf(isPerson, letters, hue))
    faces.set(nameKey(name), { letters, hue, isPerson })
  }
  return faces
}

/** The face of somebody who is not known to be in the team. */
export function strangerOf(name: string): Face {
  return { letters: initials(name), hue: hueOf(name), isPerson: false }
}

// --- internal ---

/** Hues this far apart look different at a glance, in degrees. */
const apart = 45
const hues = 360 / apart

/** Letters as they look: O and 0 are alike, and I and 1. */
const shapeOf = (letters: string) => letters.replaceAll("0", "O").replaceAll("1", "I")

function keyOf(isPerson: boolean, letters: string, hue: number): string {
  return `${isPerson} ${letters} ${Math.floor(hue / apart)}`
}

/** A hue and all others that look different from it. */
function turned(hue: number): number[] {
  return Array.from({ length: hues }, (_, i) => (hue + i * apart) % 360)
}

/** The first letter of a name with each of its later ones. */
function otherLetters(name: string): string[] {
  const [first = "", ...rest] = Array.from(name.replaceAll(/[^\p{L}\p{N}]+/gu, "").toUpperCase())
  return rest.map((letter) => first + letter)
}
