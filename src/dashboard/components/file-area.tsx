import type { ComponentProps, RefObject } from "preact"
import { filesIn, holdsFiles, useAttach } from "../state/use-attach.ts"
import { fileText } from "../words/file-links.ts"
import { ChooseFiles } from "./choose-files.tsx"
import { FilesOnTheWay } from "./files-on-the-way.tsx"
import { MentionArea } from "./mention-area.tsx"
import { Icon } from "./icons.tsx"

interface Props extends ComponentProps<typeof MentionArea> {
  /** The task that gets the files. */
  of: string
  area: RefObject<HTMLTextAreaElement | null>
}

/** A text field that takes files, by paste, by drop or by choice: the task gets them, and the text names them. */
export function FileArea({ of, onText, area, ...rest }: Props) {
  const attaching = useAttach(of)

  async function take(files: readonly File[]) {
    const texts = (await attaching.attachAll(files)).map(fileText)
    const field = area.current
    if (!field || texts.length === 0) return
    const { selectionStart: from, selectionEnd: to, value } = field
    const isAfterText = from > 0 && !/\s/.test(value[from - 1] ?? "")
    field.setRangeText(`${isAfterText ? " " : ""}${texts.join(" ")} `, from, to, "end")
    onText(field.value)
    field.focus()
  }

  return (
    <div
      class="file-area"
      onPaste={(event) => {
        const files = filesIn(event.clipboardData)
        // Programs that copy a text often give a picture of it, too.
        if (files.length === 0 || event.clipboardData?.types.includes("text/plain")) return
        event.preventDefault()
        void take(files)
      }}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        void take(filesIn(event.dataTransfer))
      }}
    >
      <MentionArea {...rest} area={area} onText={onText} />
      <FilesOnTheWay attaching={attaching} />
      <ChooseFiles name="Attach files" class="quiet add" onFiles={(files) => void take(files)}>
        <Icon name="clip" />
        Attach files
      </ChooseFiles>
    </div>
  )
}
