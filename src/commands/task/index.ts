import add from "./add.ts"
import check from "./check.ts"
import claim from "./claim.ts"
import comment from "./comment.ts"
import remove from "./delete.ts"
import done from "./done.ts"
import edit from "./edit.ts"
import list from "./list.ts"
import next from "./next.ts"
import output from "./output.ts"
import release from "./release.ts"
import review from "./review.ts"
import show from "./show.ts"

export default {
  summary: "Put tasks in, take them, finish them",
  commands: {
    add,
    next,
    claim,
    list,
    show,
    edit,
    check,
    comment,
    output,
    release,
    done,
    review,
    delete: remove,
  },
}
