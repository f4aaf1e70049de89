import seed from "./seed.ts"

export default { summary: "the agents that work together", commands: { seed } }
