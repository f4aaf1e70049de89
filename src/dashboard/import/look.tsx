import { useEffect, useRef, useState } from "preact/hooks"
import type { ReadWishes } from "../../interchange/reader.ts"
import { Changing } from "../components/changing.tsx"
import { useImports } from "../reads/use-imports.ts"
import { Coming } from "./coming.tsx"
import { counted, kindWords } from "./kind-words.ts"
import { ReadingForm } from "./reading-form.tsx"
import { ImportReport, ReadNotes, sayCounts } from "./report.tsx"
import type { ImportLook } from "./step.ts"

interface Props {
  look: ImportLook
  /** Reads the files in another way. */
  onLook(wishes: ReadWishes): void
  onSend(): void
  onLeave(): void
}

/** What would come of the files, and how they are read. */
export function Look({ look, onLook, onSend, onLeave }: Props) {
  const { chosen, read, columns, sent, gone } = look
  const [wishes, setWishes] = useState(chosen.wishes)
  // What is there already may be all that a broken-off import has brought, and goes on with it.
  const isBegun = useImports().value?.open?.name === chosen.name
  const isOther = wishes !== chosen.wishes
  const coming = sent.added + new Set([...sent.changed, ...sent.adopted].map(({ task }) => task)).size
  const heading = useRef<HTMLHeadingElement>(null)
  // A keyboard and a screen reader go on from there.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 class="import-said" ref={heading} tabIndex={-1}>
        {chosen.name}: {sayCounts(sent)}
      </h2>
      <p class="muted">{saidOf(look)}</p>
      <ReadNotes notes={read.notes} kinds={["guessed", "skipped", "dropped", "cut"]} />
      <Coming items={read.items} />
      <ReadingForm
        {...{ read, columns, wishes, isOther }}
        onWishes={setWishes}
        onLook={() => onLook(wishes)}
      />
      <div class="import-actions">
        <Changing operation="import.begin">
          <button
            type="button"
            class="primary"
            disabled={(coming === 0 && !isBegun) || isOther}
            onClick={onSend}
          >
            {coming > 0
              ? `Import ${counted(coming, "task")}`
              : isBegun
                ? "Continue the import"
                : "Nothing to import"}
          </button>
        </Changing>
        <button type="button" onClick={onLeave}>
          Choose another file
        </button>
      </div>
      <ImportReport read={read} sent={sent} gone={gone} hasColumns={columns.length > 0} />
    </>
  )
}

// --- internal ---

/** The tool that wrote the files, and the number of its own entries: `Jira · 31 issues`. */
function saidOf({ chosen: { files }, read: { kind, items }, columns: [column] }: ImportLook): string {
  if (kind === "checklist" && files.every(({ path }) => /\.txt$/i.test(path)))
    return `todo.txt · ${counted(items.length, "line")}`
  const [name, one, many] = kindWords[kind]
  const more = files.length > 1 ? ` in ${files.length.toLocaleString()} files` : ""
  return `${name} · ${counted(kind === "csv" ? (column?.values.rows ?? 0) : items.length, one, many)}${more}`
}
