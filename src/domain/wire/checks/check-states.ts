/** How many bytes of the end of a check's output are stored. */
export const mostOutput = 4096

/** How a check ended. `unknown`: where it was to run, no command of that name is defined. */
export const checkStatuses = ["passed", "failed", "timed_out", "unknown"] as const
export const unpassed = ["failed", "timed_out", "unknown"] as const satisfies readonly CheckStatus[]
export type CheckStatus = (typeof checkStatuses)[number]

/** The state of a check that a task names. `stale`: its result is for other files or for another attempt. */
export const checkStates = [...checkStatuses, "stale", "not_run"] as const
export type CheckState = (typeof checkStates)[number]
