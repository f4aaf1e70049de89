/** Who works, by name. */
export const agents = ["ann", "Bob", "cy"] as const
