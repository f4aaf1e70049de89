import { isSameName } from "../../domain/wire/names.ts"
import { Isolated } from "./isolated.tsx"

/** The account that something came by, where it has another name than whoever did it. */
export function Via({ who, via }: { who: string | null; via: string | undefined }) {
  if (via === undefined || isSameName(via, who)) return null
  return (
    <span class="muted via">
      {" via "}
      <Isolated text={via} />
    </span>
  )
}
