/** What is inside the executable that is running. */
export interface Embedded {
  read(name: string): Buffer
  /** The paths of the dashboard's files below `assets/`. */
  readonly assets: readonly string[]
}

/** Whether the program, Node included, is one executable. Otherwise it is files that Node runs. */
export function isSingleFile(): boolean {
  return process.getBuiltinModule("node:sea").isSea()
}

/** undefined where the program is files. */
export function embedded(): Embedded | undefined {
  if (!isSingleFile()) return undefined
  const { getRawAsset } = process.getBuiltinModule("node:sea")
  const read = (name: string): Buffer => Buffer.from(getRawAsset(name) as ArrayBuffer)
  return { read, assets: JSON.parse(read("assets.json").toString()) as string[] }
}
