/** What is loaded when it is first shown, in one file: each part by itself makes dozens of shared ones, most below 2 KB. */
export * from "./activity.tsx"
export * from "./flow.tsx"
export * from "./graph.tsx"
export * from "./needs-you.tsx"
export * from "./team.tsx"
export * from "../now/now.tsx"
export * from "../now/number-list.tsx"
