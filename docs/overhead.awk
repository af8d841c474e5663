# Reads what overhead-jvm.sh has written; prints a run's own time between the JVMs that it starts, per cell.
previous { own += $2 - previous }
previous && $1 == "fork" { cells++ }
$1 == "fork" && !seen { seen = 1; own = 0; cells = 0 }
{ previous = $3 }
$1 == "fork" { upToFork = own }
END { printf "%.1f ms per cell outside JVMs, mean of %d cells\n", upToFork / cells / 1e6, cells }
