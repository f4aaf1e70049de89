import list from "./list.ts"

export default { summary: "The machines that agents run on", commands: { list } }
