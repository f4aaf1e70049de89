/** The properties of a task that a key sets, in the order of the palette: the key, and the command by its name. */
export const propertyKeys = {
  assignee: { key: "w", name: (what: string) => `Assign ${what} to…` },
  status: { key: "s", name: (what: string) => `Move ${what} to a status…` },
  priority: { key: "p", name: (what: string) => `Set priority of ${what}…` },
  tags: { key: "l", name: (what: string) => `Add or remove tags of ${what}…` },
  dueAt: { key: "d", name: (what: string) => `Set due date for ${what}…` },
  parent: { key: "o", name: (what: string) => `Set parent of ${what}…` },
  blockedBy: { key: "b", name: (what: string) => `Set what ${what} waits for…` },
} as const

export type KeyedProperty = keyof typeof propertyKeys

export const keyedProperties = Object.keys(propertyKeys) as readonly KeyedProperty[]
