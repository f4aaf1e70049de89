/** When each run begins, in ms since 1970. */
export const epoch = Date.UTC(2030, 0, 1)

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
