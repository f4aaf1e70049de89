/** The form of a request that creates several tasks, for code that writes one without its schema. */

/** The most tasks that one request may create. */
export const mostAtOnce = 500

/** The form of a local name, with which the tasks of a request refer to each other. */
export const refForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u
