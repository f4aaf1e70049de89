import type { Page } from "playwright-core"

export type Send = (method: string, path: string, body?: unknown) => Promise<unknown>

export interface Shot {
  readonly name: string
  readonly path?: string
  readonly wait: string
  readonly stored?: Readonly<Record<string, string | null>>
  act?(page: Page, send: Send): Promise<unknown>
  after?(page: Page, send: Send): Promise<unknown>
}

export declare function shotsOf(ids: ReadonlyMap<string, string>): readonly Shot[]
