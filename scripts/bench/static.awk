# static.awk: $OUT/times.tsv (see lib.sh) to a table in Markdown.
BEGIN { FS = "\t" }
{
	if (!($2 in known)) { known[$2] = 1; apps[++napps] = $2 }
	if ($1 != "talpa" && !($1 in peer)) { peer[$1] = 1; peers[++npeers] = $1 }
	key = $1 SUBSEP $2
	n[key]++
	cpu[key, n[key]] = $3
	if ($4 + 0 > mb[key] + 0) mb[key] = $4
	if ($5 != 0) failed[key] = $5
}
# median of the CPU times of key
function median(key,    i, j, t, v, m) {
	m = n[key]
	for (i = 1; i <= m; i++) v[i] = cpu[key, i]
	for (i = 2; i <= m; i++)
		for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
	return v[int((m + 1) / 2)]
}
END {
	head = "| app | talpa |"; line = "|---|---|"
	for (p = 1; p <= npeers; p++) {
		head = head " " peers[p] " | ratio |"; line = line "---|---|"
	}
	print head; print line
	for (a = 1; a <= napps; a++) {
		own = "talpa" SUBSEP apps[a]
		if (own in failed) { printf "| %s | exit %d |\n", apps[a], failed[own]; continue }
		mine = median(own); if (mine < 0.005) mine = 0.005
		row = sprintf("| %s | %.2f s, %d MB |", apps[a], mine, mb[own])
		for (p = 1; p <= npeers; p++) {
			key = peers[p] SUBSEP apps[a]
			if (!(key in n)) { row = row " - | - |"; continue }
			theirs = median(key)
			note = (key in failed) ? sprintf(" (exit %d)", failed[key]) : ""
			row = row sprintf(" %.1f s, %d MB%s | %.0f, %.1f |", theirs, mb[key], note, theirs / mine, mb[key] / mb[own])
		}
		print row
	}
}
