import { ViewLink } from "../page/links.tsx"
import { Icon } from "./icons.tsx"
import { places, type PlaceId } from "./places.ts"

interface Props {
  label: string
  /** The views that it leads to. */
  of: readonly PlaceId[]
  at: PlaceId
}

/** Leads from one view of the same to another. */
export function ViewSwitch({ label, of, at }: Props) {
  return (
    <nav class="switch" aria-label={label}>
      {places.map(
        ({ id, name, icon }) =>
          of.includes(id) && (
            <ViewLink key={id} view={id} isCurrent={id === at}>
              <Icon name={icon} />
              {name}
            </ViewLink>
          ),
      )}
    </nav>
  )
}
