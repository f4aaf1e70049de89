/** A metric with all its values, as the text format of Prometheus groups them. */
export interface Family {
  /** Without the prefix `upnext_`. */
  readonly name: string
  /** One sentence without a full stop. */
  readonly help: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly samples: readonly Sample[]
}

export interface Sample {
  readonly value: number
  readonly labels?: Labels | undefined
  /** What follows the name in a histogram: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string
}

/** Values come from fixed tables, such as the names of operations: never from what somebody wrote on the board. */
export type Labels = Readonly<Record<string, string>>

export const contentType = "text/plain; version=0.0.4; charset=utf-8"

/** Writes families in the text format 0.0.4 of Prometheus. One without samples is left out. */
export function renderFamilies(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const full = `upnext_${name}`
      const lines = samples.map(
        ({ value, labels = {}, suffix = "" }) => `${full}${suffix}${renderLabels(labels)} ${render(value)}\n`,
      )
      return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`
    })
    .join("")
}

/** A counter or a gauge with one value. */
export function single(type: "counter" | "gauge", name: string, help: string, value: number): Family {
  return { name, help, type, samples: [{ value }] }
}

// --- internal ---

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
}

function render(value: number): string {
  return value === Infinity ? "+Inf" : String(value)
}
