/** A promise of the product that was broken. */
export class Violation extends Error {}

export function promise(holds: boolean, broken: () => string): asserts holds {
  if (!holds) throw new Violation(broken())
}
