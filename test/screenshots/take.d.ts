import type { Page } from "playwright-core"
import type { Shot } from "./shots.js"

export declare function goTo(page: Page, url: string, shot: Shot): Promise<void>
export declare function storedFor(shot: Shot): Readonly<Record<string, string | null>>
export declare function remember(stored: Readonly<Record<string, string | null>>): void
