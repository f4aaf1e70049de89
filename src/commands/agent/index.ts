import list from "./list.ts"

export default { summary: "those who do work under a name", commands: { list } }
