/** `src/http` is below `src`: the segments of a resource's name are separated by slashes. */
export function isAtOrBelow(name: string, above: string): boolean {
  return name === above || name.startsWith(`${above}/`)
}

/** A name and all names that it is below, itself first: `src/http`, `src`. */
export function* selfAndAbove(name: string): Generator<string, void> {
  yield name
  for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1))
    yield name.slice(0, end)
}

/** What is wrong with the name of a resource; undefined for a valid name. Given without a trailing slash. */
export function wrongResourceName(name: string): string | undefined {
  if (name.includes("*"))
    return "must not be a pattern: a name covers everything below it, as src covers src/http"
  const segments = name.split("/")
  if (segments.includes("")) return "must not have an empty part, or begin with a slash: write src/http"
  if (segments.includes(".") || segments.includes(".."))
    return "must not have . or .. as a part: write src/http"
  return undefined
}
