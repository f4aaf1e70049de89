import { hueOf, initials } from "../format.ts"

/** A name as a small coloured disc; nobody is an empty one. */
export function Avatar({ name, label }: { name: string; label?: string }) {
  if (name === "unassigned")
    return <span class="avatar nobody" role="img" aria-label="Unassigned" title="Unassigned" />
  return (
    <span
      class="avatar"
      role="img"
      aria-label={label ?? name}
      title={label ?? name}
      style={{ "--hue": String(hueOf(name)) }}
    >
      {initials(name)}
    </span>
  )
}
