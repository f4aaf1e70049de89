/** The commits that a patch of ours says it lies between, in its first line. @param patch its text, or how it begins */
export function patchRange(patch: string): { readonly from: string; readonly commit: string } | undefined {
  const [, from, commit] = /^# ([0-9a-f]+)\.\.([0-9a-f]+)$/.exec(patch.split("\n", 1)[0] ?? "") ?? []
  return from === undefined || commit === undefined ? undefined : { from, commit }
}
