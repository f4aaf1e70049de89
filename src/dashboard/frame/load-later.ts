import { styled } from "../components/lazy.tsx"

/** Loads what is first shown later, together with its style. */
export const later = () => styled("later.css", import("./later.ts"))
