import list from "./list.ts"

export default { summary: "the machines that agents run on", commands: { list } }
