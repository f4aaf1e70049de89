import { hueOf, initials } from "../words/format.ts"

interface Props {
  name: string
  /** True where the name stands beside the disc, so that a screen reader does not read it twice. */
  isBeside?: boolean
}

/** A name as a small coloured disc. An empty disc means nobody. */
export function Avatar({ name, isBeside = false }: Props) {
  if (name === "unassigned")
    return <span class="avatar nobody" role="img" aria-label="Unassigned" title="Unassigned" />
  return (
    <span
      class="avatar"
      role="img"
      aria-label={name}
      aria-hidden={isBeside ? "true" : undefined}
      title={isBeside ? undefined : name}
      style={{ "--hue": String(hueOf(name)) }}
    >
      {initials(name)}
    </span>
  )
}
