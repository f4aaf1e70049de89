/**
 * The named fields of a record, or of each record of a list; anything else as it is. `task.id` is a field of the record
 * in `task`.
 */
export function pickFields(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => pickFields(each, fields))
  if (typeof value !== "object" || value === null) return value
  const record = value as Readonly<Record<string, unknown>>
  const picked: Record<string, unknown> = {}
  for (const field of fields) {
    const [name = "", inner] = field.split(".")
    picked[name] =
      inner === undefined
        ? record[name]
        : { ...(picked[name] as object | undefined), ...(pickFields(record[name], [inner]) as object) }
  }
  return picked
}
