import { isSameName, nameKey } from "../../domain/wire/names.ts"
import { useApp } from "../state/context.ts"
import { strangerOf } from "../words/faces.ts"

interface Props {
  name: string
  /** True where the name stands beside it, so that a screen reader does not read it twice. */
  isBeside?: boolean
  /** True where the name is known to be a person's, also of nobody in the team. */
  isPerson?: boolean
}

/** A name as letters on a colour: round for a person, square for an agent. A dashed ring means nobody. */
export function Avatar({ name, isBeside = false, isPerson = false }: Props) {
  const { state } = useApp().store
  if (name === "unassigned")
    return <span class="avatar nobody" role="img" aria-label="Unassigned" title="Unassigned" />
  const key = nameKey(name)
  const face = state.faces.get(key) ?? strangerOf(name)
  // Whoever uses a dashboard is a person, even if the server does not know.
  const isRound = isPerson || face.isPerson || isSameName(state.name, name)
  return (
    <span
      class={isRound ? "avatar" : "avatar is-agent"}
      role="img"
      aria-label={name}
      aria-hidden={isBeside ? "true" : undefined}
      title={isBeside ? undefined : name}
      style={{ "--hue": String(face.hue) }}
    >
      {face.letters}
    </span>
  )
}
