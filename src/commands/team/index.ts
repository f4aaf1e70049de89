import pause from "./pause.ts"
import resume from "./resume.ts"
import seed from "./seed.ts"

export default { summary: "The agents that work together", commands: { pause, resume, seed } }
