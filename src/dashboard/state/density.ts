import { session, type Density } from "../api/session.ts"
import type { Store } from "./store.ts"

/** Chooses how much room a card takes, in this browser from now on. */
export function chooseDensity({ set }: Store, density: Density): void {
  session.setDensity(density)
  set({ density })
}
