import { clock } from "../words/format.ts"
import type { State } from "../state/state.ts"
import { Icon } from "../components/icons.tsx"

/** Warnings at the top of the page: the server cannot write, or cannot be reached. */
export function Notes({ state }: { state: State }) {
  const { readOnly, link, heardAt } = state
  return (
    <div class="notes" role="alert">
      {readOnly !== null && (
        <p class="note danger">
          <Icon name="alert" />
          <span>
            <strong>Nothing can be saved.</strong> {readOnly} Reading still works. <code>upnext doctor</code>{" "}
            says how to fix it.
          </span>
        </p>
      )}
      {link === "offline" && (
        <p class="note">
          <Icon name="alert" />
          <span>
            <strong>The server cannot be reached.</strong>{" "}
            {heardAt === null ? "Nothing has loaded yet." : `This is the board as of ${clock(heardAt)}.`} The
            page keeps trying.
          </span>
        </p>
      )}
    </div>
  )
}
