/** Of the end of the output of a check so many bytes are kept. */
export const mostOutput = 4096

/** How a check ended. `unknown`: whoever ran it knows no command of that name. */
export const checkStatuses = ["passed", "failed", "timed_out", "unknown"] as const
export const unpassed = ["failed", "timed_out", "unknown"] as const satisfies readonly CheckStatus[]
export type CheckStatus = (typeof checkStatuses)[number]

/** Where the result of a check that a task names stands. `stale`: it is of other files or of another attempt. */
export const checkStates = [...checkStatuses, "stale", "not_run"] as const
export type CheckState = (typeof checkStates)[number]
