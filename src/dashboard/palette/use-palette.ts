import { useState } from "preact/hooks"
import { heldKeys, subjectOf } from "../page/keys.ts"
import { navigate } from "../page/route.ts"
import type { Team } from "../reads/use-team.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { stepFrom } from "../words/rank.ts"
import type { PaletteStep } from "./choice.tsx"
import { commandsOf } from "./commands.tsx"
import { groupsOf, type PaletteOption } from "./options.tsx"
import { askProperty } from "./property-steps.tsx"
import { useSearch } from "../reads/use-search.ts"

/** What the palette asks for at this moment, what it offers, and how one goes on from there. */
export function usePalette(state: State, team: Team) {
  const app = useApp()
  const [subject] = useState(() => subjectOf(state))
  const asked = state.searching
  const [steps, setSteps] = useState<readonly PaletteStep[]>([])
  const [typed, setTyped] = useState(heldKeys)
  const [picked, setPicked] = useState<string | null>(null)
  const begin = () =>
    typeof asked === "string"
      ? askProperty(app, asked, subject)
      : { ...first, choices: () => commandsOf(app, team, subject) }
  const step = steps.at(-1) ?? begin()
  const found = useSearch(step.onTask ? typed : "", state.tasks)
  const { groups, isCut } = groupsOf(step, found.tasks, typed)
  const options = groups.flatMap((group) => group.options)
  const current =
    options.find(({ key, isCurrent }) => (picked === null && typed === "" ? isCurrent : key === picked)) ??
    options[0]
  const isDeep = steps.length > 0
  const close = () => app.store.set({ searching: false })

  function show(next: readonly PaletteStep[]) {
    setSteps(next)
    setTyped("")
    setPicked(null)
  }

  function choose(option: PaletteOption | undefined) {
    if (!option) return
    const next = option.choose()
    if (next === null) close()
    else show([...steps, next])
  }

  function back() {
    if (isDeep) show(steps.slice(0, -1))
    else close()
  }

  function onKey(event: KeyboardEvent) {
    if (event.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const keys = options.map(({ key }) => key)
    if (by !== undefined) setPicked(stepFrom(keys, current?.key ?? null, by))
    else if (event.key === "Enter") choose(current)
    else if (event.key === "Backspace" && typed === "" && isDeep) back()
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) close()
    else return
    event.preventDefault()
  }

  function type(text: string) {
    setTyped(text)
    setPicked(null)
  }

  return {
    step,
    /** A choice before asked for more. */
    isDeep,
    /** It asks for one thing, and does not offer all that there is. */
    isStep: isDeep || typeof asked === "string",
    typed,
    found,
    groups,
    options,
    current,
    /** More choices fit than are shown. */
    isCut,
    close,
    back,
    choose,
    type,
    onKey,
    pick: setPicked,
  }
}

// --- internal ---

const first: Omit<PaletteStep, "choices"> = {
  title: "Search tasks and commands",
  placeholder: "Search tasks and commands",
  onTask({ id }) {
    navigate(id)
    return null
  },
}
