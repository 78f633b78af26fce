#!/bin/sh
# Starts the site on Linux with bounds for its memory. docs/operation-background.md says what each bound does; the container starts here too.
cd "$(dirname "$0")/.." || exit 1
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768
exec node_modules/.bin/node --max-semi-space-size=6 --heap-growing-percent=40 server/start.js
