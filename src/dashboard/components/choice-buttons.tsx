interface Props {
  choices: readonly string[]
  isBusy: boolean
  /** Each has the key of its number. */
  hasKeys?: boolean
  onChoose(answer: string): void
}

/** The answers that a question offers. */
export function ChoiceButtons({ choices, isBusy, hasKeys = false, onChoose }: Props) {
  return choices.slice(0, 9).map((choice, i) => (
    <button
      key={choice}
      type="button"
      disabled={isBusy}
      aria-keyshortcuts={hasKeys ? String(i + 1) : undefined}
      onClick={() => onChoose(choice)}
    >
      <bdi>{choice}</bdi>
      {hasKeys && <kbd>{i + 1}</kbd>}
    </button>
  ))
}
