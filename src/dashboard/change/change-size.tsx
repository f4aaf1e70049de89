/** How many lines were added and removed. */
export function Size({ additions, deletions }: { additions: number; deletions: number }) {
  return (
    <span class="diff-size">
      <span class="plus">+{additions}</span> <span class="minus">−{deletions}</span>
    </span>
  )
}
