/** What a request that creates several tasks looks like, for those who write one without its schema. */

/** The most tasks that one request may create. */
export const mostAtOnce = 500

/** The form of a local name, by which the tasks of a request name each other. */
export const refForm = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u
