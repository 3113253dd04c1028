# growth.awk: growth.csv to a chart in SVG: instructions across, CPU seconds (dots)
# and peak memory (rings) upward, all on logarithmic scales from 10^3, 10^-2 and
# 10^1.
BEGIN {
	FS = ","; W = 640; H = 400; L = 60; B = 50
	print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 440\" font-family=\"sans-serif\" font-size=\"12\">"
	print "<rect width=\"720\" height=\"440\" fill=\"white\"/>"
	for (d = 0; d <= 3; d++) {
		grid(L + d * 200, 20, L + d * 200, 390)
		text(L + d * 200, 406, "middle", "10^" (3 + d))
		grid(L, 390 - d * 120, L + 600, 390 - d * 120)
		text(L - 6, 394 - d * 120, "end", 10 ^ (d - 2) " s")
		text(L + 606, 394 - d * 120, "start", 10 ^ (d + 1) " MB")
	}
	text(L + 300, 428, "middle", "instructions of the app")
	text(L + 8, 34, "start", "filled: CPU seconds of talpa analyze; ring: peak memory")
}
NR > 1 && $2 > 0 {
	x = L + 200 * (log10($2) - 3)
	cpu = $4 < 0.01 ? 0.01 : $4
	printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1a6b9a\"/>\n", x, 390 - 120 * (log10(cpu) + 2)
	printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"none\" stroke=\"#b3541e\"/>\n", x, 390 - 120 * (log10($5) - 1)
}
END { print "</svg>" }
function log10(v) { return log(v) / log(10) }
function grid(x1, y1, x2, y2) {
	printf "<path d=\"M%d %dL%d %d\" stroke=\"#ddd\"/>\n", x1, y1, x2, y2
}
function text(x, y, anchor, s) {
	printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, s
}
