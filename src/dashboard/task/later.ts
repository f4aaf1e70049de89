/** What is loaded when it is first shown, in one file: each part by itself makes dozens of shared ones, most below 2 KB. */
export * from "./history.tsx"
export * from "./lessons.tsx"
export * from "./output.tsx"
