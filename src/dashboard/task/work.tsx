import { sayPull } from "../../domain/wire/enums.ts"
import type { TaskView } from "../api/types.ts"
import { Isolated } from "../components/isolated.tsx"
import { Ago } from "../components/ago.tsx"

/** What the last attempt has left in a repository, and whether it has landed. */
export function Work({ work }: { work: NonNullable<TaskView["work"]> }) {
  const { branch, commit, files, additions, deletions, base, landed, host, path, outdated } = work
  const { keeps = [], conflicts = [], approved } = work
  return (
    <section class="work" aria-label="Work">
      <h3>Work</h3>
      <p>
        <code>
          <Isolated text={branch} />
        </code>{" "}
        <code title={commit}>{commit.slice(0, 7)}</code>, {files} {files === 1 ? "file" : "files"}, +
        {additions} −{deletions}
      </p>
      <p class="muted">
        {outdated ? (
          "A later attempt finished the task without reporting work."
        ) : landed ? (
          <>
            Landed in <Isolated text={landed.base} />
            {landed.commit !== null && (
              <>
                {" "}
                as <code title={landed.commit}>{landed.commit.slice(0, 7)}</code>
              </>
            )}{" "}
            by <Isolated text={landed.by} /> <Ago at={landed.at} />
          </>
        ) : (
          <>
            Not landed
            <Isolated before=" in " text={base} />
          </>
        )}
      </p>
      <PullRequest work={work} />
      {conflicts.length > 0 && !landed && (
        <p>
          Conflicts with <Isolated text={base ?? "its base"} /> in <Isolated text={conflicts.join(", ")} />,{" "}
          <Ago at={work.at} />
        </p>
      )}
      {approved && !landed && (
        <p>
          Approved by <Isolated text={approved.by} /> <Ago at={approved.at} />, then sent back because of a
          conflict
        </p>
      )}
      {keeps.length > 0 && (
        <p class="muted">
          Until the work lands, no other task can start in <Isolated text={keeps.join(", ")} />.
        </p>
      )}
      {path !== null && !landed && (
        <p class="muted">
          <Isolated text={path} />
          <Isolated before=" on " text={host} />
        </p>
      )}
    </section>
  )
}

/** How its pull request stands, until the work has landed, and where it is. */
export function PullRequest({ work }: { work: NonNullable<TaskView["work"]> }) {
  const { url, pull, landed } = work
  if (url === undefined) return null
  const words = sayPull(pull)
  return (
    <p>
      {!landed && <>{words.charAt(0).toUpperCase() + words.slice(1)}, </>}
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        <Isolated text={url.replace(/^https:\/\//, "")} />
      </a>
    </p>
  )
}
