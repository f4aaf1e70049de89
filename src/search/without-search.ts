/** What a server says that keeps running without a search. */
export const withoutSearch =
  "Everything else works. To search, restart the server with more memory: NODE_OPTIONS=--max-old-space-size=4096, or as much as the machine has."

export const sayNoSearch = (_: string, allowed: string): string =>
  `Search is off because its index does not fit into the ${allowed} of memory that Node allows.`
