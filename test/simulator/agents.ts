/** Who works, by name. */
export const agents = ["ann", "Bob", "cy"] as const

/** Who tries a task in turn. The last one asks for no work before the end. */
export const rungs = [...agents, "mira"] as const
