import pause from "./pause.ts"
import resume from "./resume.ts"
import seed from "./seed.ts"

export default { summary: "the agents that work together", commands: { pause, resume, seed } }
