#!/bin/bash
# Prints the elements of a page of `pjrt dump --format=html` as headless Chromium shows it:
#   browse.sh PAGE HASH [SCRIPT]
# The script runs once the page is ready. Nothing is printed where an error stopped it or the page.
set -euo pipefail
page=$(realpath "$1") hash=$2 script=${3:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{
    sed '/<\/body>/,$d' "$page"
    printf '<script>\n%s\ndocument.body.dataset.scriptDone = "yes";\n</script>\n</body>\n</html>\n' "$script"
} > "$scratch/page.html"
timeout 100 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" \
    --window-size=1200,800 --virtual-time-budget=2000 --dump-dom "file://$scratch/page.html#$hash" \
    2> "$scratch/errors" > "$scratch/dom"
grep -q data-script-done "$scratch/dom"
sed 's/></>\n</g' "$scratch/dom" | sed '/<script/,/<\/script>/d'
