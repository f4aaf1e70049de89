import { fileOf } from "./audit/files.ts"
import type { Known, Wish } from "./wishes.ts"

/** What is done with the files of tasks. They are so large that a board has room for a few of them. */
export const fileWishes = (some: (known: Known) => string) => ({
  attach: (known: Known): Wish => {
    const { random, files } = known
    const id = random.chance(0.5) ? files.at(-1)?.task : undefined
    return { name: "attachment.add", input: { id: id ?? some(known), file: fileOf(random, known.mark()) } }
  },
  detach: (known: Known): Wish => {
    const { random, files } = known
    const own = files.length > 0 && random.chance(0.9) ? random.pick(files.slice(-6)) : undefined
    const attachment = own?.id ?? `A-${1 + random.below(20)}`
    return { name: "attachment.remove", input: { id: own?.task ?? some(known), attachment } }
  },
  files: (known: Known): Wish => {
    const { random, files } = known
    const own = files.length > 0 && random.chance(0.9) ? random.pick(files.slice(-6)) : undefined
    return { name: "attachment.list", input: { id: own?.task ?? some(known) } }
  },
})
