#!/usr/bin/env bash
# Runs the README's examples: in a ```console block, what follows a `$ pjrt …` line is what it prints.
# Lines that hold times or addresses are written with … and match anything.
# usage: readme.sh PJRT
set -euo pipefail
pjrt_dir=$(dirname "$(realpath "$1")")
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH="$pjrt_dir:$PATH" TMP="$scratch"

# Whether a line is what the README says.
matches() {
    local pattern
    pattern=$(sed -e 's/[][\\.*^$(){}?+|]/\\&/g' -e 's/…/.*/g' <<<"$1")
    grep -qxE -- "$pattern" <<<"$2"
}

checked=0 failed=0
check() {
    [ -n "$command" ] || return 0
    checked=$((checked + 1))
    actual=$(bash -c "$command" 2>&1) || true
    mapfile -t want <<<"${expected%$'\n'}"
    mapfile -t have <<<"$actual"
    for i in "${!want[@]}"; do
        matches "${want[$i]}" "${have[$i]-}" && [ ${#want[@]} -eq ${#have[@]} ] && continue
        printf 'README: %s\n  expected: %s\n  found:    %s\n' "$command" "${want[$i]}" "${have[$i]-}"
        failed=$((failed + 1))
        break
    done
}

inside=false command='' expected=''
while IFS= read -r line; do
    case "$line" in
        '```console') inside=true command='' expected='' ;;
        '```') $inside && check; inside=false ;;
        '$ '*) if $inside; then check; command=${line#'$ '} expected=''; fi ;;
        *) $inside && expected+="$line"$'\n' ;;
    esac
done <README.md
echo "README: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
