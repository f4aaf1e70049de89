import remove from "./delete.ts"
import describe from "./describe.ts"
import list from "./list.ts"
import pause from "./pause.ts"
import resume from "./resume.ts"
import show from "./show.ts"

export default {
  summary: "People and programs that do work",
  commands: { list, show, pause, resume, describe, delete: remove },
}
