interface Props {
  choices: readonly string[]
  isBusy: boolean
  /** Each has the key of its number, up to 9. */
  hasKeys?: boolean
  onChoose(answer: string): void
}

/** The answers that a question offers. */
export function ChoiceButtons({ choices, isBusy, hasKeys = false, onChoose }: Props) {
  const keys = hasKeys ? 9 : 0
  return choices.map((choice, i) => (
    <button
      key={i}
      type="button"
      disabled={isBusy}
      aria-keyshortcuts={i < keys ? String(i + 1) : undefined}
      onClick={() => onChoose(choice)}
    >
      <bdi>{choice}</bdi>
      {i < keys && <kbd>{i + 1}</kbd>}
    </button>
  ))
}
