/** The parts of a text, without the space around them. Empty ones are left out. */
export const split = (text: string, by: string | RegExp = ","): string[] =>
  text.split(by).flatMap((each) => each.trim() || [])
