import { useState } from "preact/hooks"
import { call } from "../../api/api.ts"
import type { ResourceView } from "../../api/types.ts"
import { Field } from "../../components/field.tsx"
import { SelectField } from "../../components/select.tsx"
import { Sending } from "../../components/sending.tsx"
import { useFields } from "../../components/use-fields.ts"
import { moment } from "../../words/format.ts"

interface Props {
  onDone(): void
  onClose(): void
}

/** Closes a resource for a while, with the reason. */
export function CloseForm({ name, ...on }: Props & { name: string }) {
  const [span, setSpan] = useState<string>("60")
  const [{ time, reason }, bind] = useFields({ time: "", reason: "" })
  const isTimed = span === "time"
  const untilOf = () => (isTimed ? new Date(time).toISOString() : span === "open" ? null : `${span}m`)
  return (
    <Sending
      title={`Close ${name}`}
      button="Close it"
      isReady={!isTimed || time !== ""}
      send={() => call("resource.close", { name, until: untilOf(), reason: reason.trim() || null })}
      said={({ resource: { closed } }) =>
        closed?.until == null
          ? `${name} is closed until someone opens it.`
          : `${name} is closed until ${moment(closed.until)}.`
      }
      {...on}
    >
      <p class="muted">No task that needs the resource can start. Work in progress continues.</p>
      <SelectField label="For how long" value={span} choices={spans} onChange={setSpan} />
      {isTimed && <Field {...bind("time")} label="Until" type="datetime-local" />}
      <Field {...bind("reason")} label="Why" placeholder="The quota is used up" />
    </Sending>
  )
}

/** Says how many tasks may hold a resource at once. Without a resource, it asks for its name. */
export function RoomForm({ resource, ...on }: Props & { resource: ResourceView | null }) {
  const [{ name, capacity, description }, bind] = useFields({
    name: resource?.name ?? "",
    capacity: resource?.declared === false ? "" : String(resource?.capacity ?? 1),
    description: resource?.description ?? "",
  })
  const fields = {
    name: name.trim(),
    capacity: capacity.trim() === "" ? null : Number(capacity),
    description: description.trim() || null,
  }
  return (
    <Sending
      title={resource ? `Capacity of ${resource.name}` : "Add a resource"}
      button="Save"
      isReady={fields.name !== ""}
      send={() => call("resource.set", fields)}
      said={({ resource: { name, capacity } }) => `The capacity of ${name} is ${capacity}.`}
      {...on}
    >
      {!resource && <Field {...bind("name")} label="Name" placeholder="src/http" autoFocus />}
      <Field
        {...bind("capacity")}
        label="How many tasks can hold the resource at the same time"
        type="number"
        placeholder="1, the default"
      />
      <Field {...bind("description")} label="Description" placeholder="The team's subscription" />
    </Sending>
  )
}

// --- internal ---

/** In minutes, and two that are none. */
const spans = [
  ["30", "30 minutes"],
  ["60", "An hour"],
  ["240", "Four hours"],
  ["1440", "A day"],
  ["time", "Until a time"],
  ["open", "Until someone opens it"],
] as const satisfies readonly (readonly [string, string])[]
