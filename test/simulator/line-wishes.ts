import type { Known } from "./wishes.ts"

/** The line of a change that a comment is about. Several comments are about the same one. */
export function placeWish({ random }: Known): Record<string, unknown> {
  return {
    file: random.pick(["src/a.ts", "src/b.ts", "README.md"]),
    line: 1 + random.below(3),
    side: random.pick([undefined, "old", "new"]),
  }
}
