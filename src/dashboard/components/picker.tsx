import type { ComponentChildren, InputHTMLAttributes } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { Button } from "./button.tsx"
import { currentId, OptionList } from "./option-list.tsx"
import { usePicker, type PickerOptions } from "./use-picker.ts"
import { usePlaceBeside } from "./use-place-beside.ts"

interface InputProps extends Pick<
  InputHTMLAttributes,
  "name" | "class" | "placeholder" | "size" | "autofocus"
> {
  readonly id?: string
  readonly "aria-invalid"?: boolean
  readonly "aria-describedby"?: string | undefined
}

interface PickerProps extends PickerOptions {
  label: string
  /** What else the input has. */
  input?: InputProps
  onKeyDown?(event: KeyboardEvent & { currentTarget: HTMLInputElement }): void
  /** Takes the text back. */
  onDrop?(): void
  /** What stands below the field, unless its text is unknown. */
  children?: ComponentChildren
}

/** A field that is filled from a list: typed letters narrow it, arrows or the mouse choose from it. */
export function Picker({ label, input, onKeyDown, onDrop, children, ...options }: PickerProps) {
  const { text, none, isAction = false, isAsked = false } = options
  const picker = usePicker(options)
  const { isOpen, isUnknown, makes, current } = picker
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const wrong = !isUnknown ? "" : makes ? `“${text.trim()}” is new here` : "Nothing is chosen yet"

  useLayoutEffect(() => {
    if (isAsked) field.current?.focus({ preventScroll: true })
  }, [])
  // A form with an unknown name is not sent.
  useLayoutEffect(() => field.current?.setCustomValidity(wrong), [wrong])
  usePlaceBeside(isOpen, list, field)

  return (
    <>
      <input
        placeholder={none}
        {...input}
        ref={field}
        type="text"
        value={text}
        role="combobox"
        aria-label={input?.id === undefined ? label : undefined}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? currentId(id, picker.options, current) : undefined}
        aria-invalid={isUnknown && !isOpen ? true : input?.["aria-invalid"]}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => picker.type(event.currentTarget.value)}
        onClick={(event) => {
          if (isOpen) return
          event.currentTarget.select()
          picker.open()
        }}
        // The list shows how the name is made, and lies over what the browser would say.
        onInvalid={(event) => {
          event.preventDefault()
          event.currentTarget.focus()
          picker.open()
        }}
        onBlur={picker.leave}
        onKeyDown={(event) => {
          if (!picker.onKey(event)) onKeyDown?.(event)
        }}
      />
      {isOpen && (
        <div class="picker" popover="manual" ref={list}>
          <OptionList
            id={id}
            label="Choices"
            options={picker.options}
            current={current}
            onTake={picker.take}
          />
          {picker.said && <p class="muted small-text">{picker.said}</p>}
        </div>
      )}
      <span class="unseen" role="status">
        {isOpen && sayCount(picker.options.length)}
      </span>
      {isUnknown && !isOpen && !isAction ? (
        <Unknown
          words={wrong}
          add={makes && { words: makes.say(text.trim()), run: picker.make }}
          onDrop={onDrop}
        />
      ) : (
        children
      )}
    </>
  )
}

// --- internal ---

interface UnknownProps {
  words: string
  /** Makes it known. */
  add: { words: string; run(): void } | undefined
  onDrop: (() => void) | undefined
}

/** Says that a text is unknown, and what can be done about it. */
function Unknown({ words, add, onDrop }: UnknownProps) {
  return (
    <p class="unsaved is-unknown">
      <span class="muted small-text">{onDrop ? `Not saved: ${words}` : words}</span>
      {add && <Button text={add.words} class="quiet" onClick={add.run} />}
      {onDrop && <Button text="Restore" class="quiet" onClick={onDrop} />}
    </p>
  )
}

const sayCount = (count: number) => (count === 1 ? "1 choice." : `${count} choices.`)
