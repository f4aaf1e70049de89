/** What is loaded when it is first shown, in one file: each part by itself makes dozens of shared ones, most below 2 KB. */
export * from "../palette/palette.tsx"
export * from "./notifier.tsx"
