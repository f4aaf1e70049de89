/** What reads the files of other tools. It is loaded when the first file is chosen. */
export { columnsIn, isTable } from "../../interchange/csv/columns.ts"
export { sourcesOf } from "../../interchange/items/sources.ts"
export { readFiles } from "../../interchange/read-files.ts"
export { recognise } from "../../interchange/recognise.ts"
export { sendItems, tryItems } from "../../interchange/send/send.ts"
