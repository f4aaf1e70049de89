import type { ReadFiles, ReadWishes } from "../../interchange/reader.ts"
import { Check } from "../components/check.tsx"
import { noteLine, ReportList } from "./notes.tsx"

interface Props {
  read: ReadFiles
  wishes: ReadWishes
  onWishes(wishes: ReadWishes): void
}

/** The order of plans, and what one may choose of it: each where these plans have anything of the kind. */
export function PlanChoices({ read, wishes, onWishes }: Props) {
  const offered = choices.filter(
    ([wish, , matters]) => wishes[wish] !== undefined || read.items.some(matters),
  )
  if (offered.length === 0) return null
  return (
    <fieldset>
      <legend>Order of the plan</legend>
      <ReportList list={read.notes.filter(({ what }) => what === "order")} line={noteLine} />
      {offered.map(([wish, words]) => (
        <Check
          key={wish}
          label={words}
          isOn={wishes[wish] === true}
          onChange={(isOn) => onWishes({ ...wishes, [wish]: isOn })}
        />
      ))}
    </fieldset>
  )
}

// --- internal ---

type PlanWish = "isFree" | "takesOptional" | "withoutPaths"

const choices: readonly (readonly [PlanWish, string, (item: ReadFiles["items"][number]) => boolean])[] = [
  ["isFree", "Tasks within a phase have no order", ({ blockedBy }) => (blockedBy?.length ?? 0) > 0],
  [
    "takesOptional",
    "Optional tasks count as ordinary work",
    ({ tags }) => tags?.includes("optional") === true,
  ],
  [
    "withoutPaths",
    "Two agents may change the same file at once",
    ({ resources }) => (resources?.length ?? 0) > 0,
  ],
]
