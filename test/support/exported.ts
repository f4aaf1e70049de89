import type { Service } from "./service.ts"

/** The pieces of an export, which are made as they are asked for. */
export async function piecesOf(
  service: Pick<Service, "run">,
  input: Record<string, unknown> = {},
): Promise<Iterable<string>> {
  return (await service.run("task.export", input)) as Iterable<string>
}

export async function exportOf(service: Pick<Service, "run">, input: Record<string, unknown> = {}) {
  return [...(await piecesOf(service, input))].join("")
}

// Tests read only the parts they need.
// oxlint-disable-next-line typescript/no-explicit-any
export function linesOf(text: string): any[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown)
}
