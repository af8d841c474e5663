#!/bin/sh
# Stands in for java in a run: starts it and notes when it began and ended. See overhead.md.
# Appends "fork|probe START END" to $JVM_LOG, times in ns since 1970.
start=$(date +%s%N)
java "$@"
code=$?
case "$*" in
  *ForkedMain*) kind=fork ;;
  *) kind=probe ;;
esac
echo "$kind $start $(date +%s%N)" >> "$JVM_LOG"
exit $code
