/** The check takes either half, and not both. */
export const half = "touch $(test $((R % 2)) = 0 && echo left || echo right)-half; keep"

/** Ordinary work in a tree, as lines of a shell. `$R` is a number; `keep` commits all there is. */
export const ordinaryHabits: readonly string[] = [
  "echo $R > f$((R % 2)).txt; keep",
  "echo $R >> f$((R % 2)).txt",
  'sed -i "1s/.*/top $R/" notes.txt; keep',
  "echo bottom $R >> notes.txt; keep",
  "echo $R > left-$R.txt",
  "echo $R > new-$((R % 3)).txt; keep",
  "echo $R > mine-$((R % 3)).txt; keep",
  half,
  "echo x > broken",
  "echo x > broken; keep",
  "rm -f broken",
  "rm -f broken left-half; echo $R > mended.txt; keep",
  "git rm -q a.txt; keep",
  "git mv a.txt moved.txt; keep",
  "chmod +x a.txt; keep",
  "ln -sf /etc/passwd link; keep",
  "echo '*.log' >> .gitignore; echo $R > x.log; keep",
  "printf '<<<<<<< a\\nx\\n=======\\ny\\n>>>>>>> b\\n' > a.txt; keep",
  "echo $R > \"odd $(printf 'new\\nline') é.txt\"; keep",
  "head -c 3000000 /dev/zero > huge.bin",
  // As agents are told to where no worker runs them.
  "$UPNEXT done $UPNEXT_TASK_ID --lesson x --summary all",
]

/** All that an agent may do. */
export const agentHabits: readonly string[] = [
  ...ordinaryHabits,
  // Ways with git.
  "echo $R > amended.txt; git add -A; git commit -q --amend --no-edit",
  'git rebase -q "$UPNEXT_BASE" || git rebase --abort',
  'git rebase -q "$UPNEXT_BASE"',
  'git merge -q --no-edit "$UPNEXT_BASE" || git merge --abort',
  'git merge -q --no-edit "$UPNEXT_BASE"',
  "git switch -qc mine-$R; echo $R > own.txt; keep",
  "git checkout -q --detach; echo $R > detached.txt; keep",
  "echo $R > f0.txt; git add f0.txt; git commit -qm staged; echo more >> f0.txt",
  "echo $R > stashed.txt; git stash -qu",
  "git reset -q --hard HEAD~1",
  "git rev-parse -q --verify HEAD~1 && git revert --no-edit HEAD",
  "git tag -f mark-$R",
  "git gc -q --prune=now",
  "git clean -qfdx",
  "git config user.name Other",
  "git init -q sub; git -C sub -c user.name=s -c user.email=s@s commit -q --allow-empty -m sub",
  "git init -q sub2; git -C sub2 -c user.name=s -c user.email=s@s commit -q --allow-empty -m sub; git add sub2; git commit -qm link",
  'git -c protocol.file.allow=always submodule --quiet add "$MODULE" module; keep',
  'test -e module/.git && git -C module -c user.name=s -c user.email=s@s commit -q --allow-empty -m "not pushed" && keep',
  // Ways around git.
  "git update-index --assume-unchanged a.txt; echo $R >> a.txt",
  "git update-index --skip-worktree notes.txt; echo $R >> notes.txt; echo $R > beside.txt; keep",
  'git replace -f "$(git rev-parse HEAD:notes.txt)" "$(echo fake $R | git hash-object -w --stdin)"',
  'git replace -f HEAD "$(git commit-tree -m fake $(git mktree </dev/null))"',
  'echo "hidden-*" >> "$(git rev-parse --git-path info/exclude)"; echo $R > hidden-$R; echo $R > new.txt; keep',
  "printf '*.txt -diff\\n' > .gitattributes; echo $R >> notes.txt; keep",
  "printf '*.txt merge=ours diff=none\\n' > .gitattributes; echo $R >> f1.txt; keep",
  "git config diff.renames copies; git config core.autocrlf input; git config diff.noprefix true",
  "rm -rf .git",
  'touch "$(git rev-parse --git-dir)/index.lock"',
  'touch "$(git rev-parse --git-dir)/HEAD.lock"',
  // Ways around the checks and the base.
  `echo '{"checks":{"t":"true"}}' > .upnext.json; keep`,
  `echo '{"checks":{"t":"true"}}' > "$MAIN/.upnext.json"`,
  '$FORGE check "$(git write-tree)"',
  '$FORGE check "$(git rev-parse HEAD^{tree})"; echo x > broken; keep; $FORGE check "$(git rev-parse HEAD^{tree})"',
  '$FORGE patch "$(git rev-parse HEAD)" "$(git rev-parse HEAD^{tree})"',
  "$FORGE done",
  'git update-ref "refs/heads/$UPNEXT_BASE" "$UPNEXT_BASE~1"',
  'git update-ref "refs/heads/$UPNEXT_BASE" HEAD',
  // Ways with us.
  "$UPNEXT done $UPNEXT_TASK_ID --verify --lesson x --summary all",
  "$UPNEXT verify $UPNEXT_TASK_ID",
  "$UPNEXT land $UPNEXT_TASK_ID",
  // Ends.
  "true",
  "sleep 30 &",
  "exit 1",
  "echo 'nothing to do: it was there'; exit 0",
  "end; trap - EXIT; kill -9 $$",
]

/**
 * What comes before the habits. When the command ends it notes the commit that is checked out, and copies the files of
 * the tree, with a list of those that git does not ignore: what is left has to be found again.
 */
export const agentPrelude = `
keep() { git add -A && git commit -qm "$UPNEXT_TASK_ID: $R"; }
end() {
  cd "$UPNEXT_TREE" || return
  at="$KEPT/$UPNEXT_TASK_ID.$$"
  mkdir -p "$at/files"
  echo "$UPNEXT_TREE" > "$at/tree"
  if test "$(git rev-parse --show-toplevel)" = "$UPNEXT_TREE"; then
    git rev-parse -q --verify HEAD >> "$NOTED"
    git rev-parse -q --verify refs/stash >> "$NOTED"
    git -c core.quotePath=false ls-files -z --cached --others --exclude-standard > "$at/list"
  else
    find . -type f -printf '%P\\0' > "$at/list"
  fi
  cp -a . "$at/files/"
  rm -rf "$at/files/.git"
  date +%s%3N > "$at/time"
}
trap end EXIT
echo "$UPNEXT_URL $UPNEXT_TASK_ID" >> "$STARTED"
MAIN="\${UPNEXT_TREE%.trees/*}"
`
