import { Icon } from "../components/icons.tsx"
import { ViewLink } from "../page/view-link.tsx"

/** What the board says of the work as a whole, in two views. */
export function Insights({ at }: { at: "flow" | "graph" }) {
  return (
    <nav class="switch" aria-label="Insights">
      <ViewLink view="flow" isCurrent={at === "flow"}>
        <Icon name="flow" />
        Flow
      </ViewLink>
      <ViewLink view="graph" isCurrent={at === "graph"}>
        <Icon name="graph" />
        Graph
      </ViewLink>
    </nav>
  )
}
