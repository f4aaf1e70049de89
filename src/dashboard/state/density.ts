import { session, type Density } from "../api/session.ts"
import type { Store } from "./store.ts"

/** Chooses how much room a card takes, in this browser from now on. */
export function chooseDensity({ dispatch }: Store, density: Density): void {
  session.setDensity(density)
  dispatch({ type: "density", density })
}
