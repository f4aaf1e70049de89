import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { Lesson } from "../api/types.ts"
import { LessonList } from "./reflections.tsx"

/** What others learned by similar work, for whoever does this one. Nothing where the server offers none. */
export function Lessons({ id }: { id: string }) {
  const [lessons, set] = useState<readonly Lesson[]>([])
  useEffect(() => {
    let isLeft = false
    void call("task.read", { id, lessons: true }).then((result) => {
      if (!isLeft && "value" in result) set(result.value.lessons ?? [])
    })
    return () => {
      isLeft = true
    }
  }, [id])
  if (lessons.length === 0) return null
  return (
    <section aria-label="Lessons">
      <h3>Learned by similar work</h3>
      <LessonList lessons={lessons} of={id} />
    </section>
  )
}
