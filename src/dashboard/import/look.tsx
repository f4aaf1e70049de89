import { useEffect, useRef, useState } from "preact/hooks"
import type { ReadWishes } from "../../interchange/reader.ts"
import { Changing } from "../components/changing.tsx"
import { ReadingForm } from "./reading-form.tsx"
import { ImportReport, sayCounts } from "./report.tsx"
import type { ImportLook } from "./step.ts"

interface Props {
  look: ImportLook
  /** Reads the files in another way. */
  onLook(wishes: ReadWishes): void
  onSend(): void
  onLeave(): void
}

/** What would come of the files, and how they are read. */
export function Look({ look: { chosen, read, columns, sent }, onLook, onSend, onLeave }: Props) {
  const [wishes, setWishes] = useState(chosen.wishes)
  const isOther = wishes !== chosen.wishes
  const { length } = read.items
  const heading = useRef<HTMLHeadingElement>(null)
  // A keyboard and a screen reader go on from there.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 class="import-said" ref={heading} tabIndex={-1}>
        {chosen.name}: {sayCounts(sent)}
      </h2>
      <div class="import-actions">
        <Changing operation="import.begin">
          <button type="button" class="primary" disabled={length === 0 || isOther} onClick={onSend}>
            Bring in {length === 1 ? "1 task" : `${length.toLocaleString()} tasks`}
          </button>
        </Changing>
        <button type="button" onClick={onLeave}>
          Choose another file
        </button>
      </div>
      <ReadingForm
        read={read}
        columns={columns}
        wishes={wishes}
        isOther={isOther}
        onWishes={setWishes}
        onLook={() => onLook(wishes)}
      />
      <ImportReport read={read} sent={sent} />
    </>
  )
}
