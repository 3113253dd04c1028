# growth-fit.awk: growth.csv to the exponents of growth: the slope of a straight
# line through the logarithms, by least squares. 1 is linear. Apps of fewer than
# 20,000 instructions cost mostly the start of the program and are left out.
NR > 1 && $2 >= 20000 {
	x = log($2); n++
	sx += x; sxx += x * x
	add("cpu", x, log($4)); add("mem", x, log($5))
	perCPU = $4 * 1e6 / $2; perMB = $5 * 1e6 / $2
	if (perCPU > worst) { worst = perCPU; name = $1 }
}
NR > 1 { all++ }
function add(of, x, y) { sy[of] += y; sxy[of] += x * y }
function slope(of) { return (n * sxy[of] - sx * sy[of]) / (n * sxx - sx * sx) }
END {
	printf "%d apps (%d left out)", all, left
	if (n > 2) {
		printf "; over the %d with 20,000 instructions and more: CPU time grows with the power %.2f of the instructions," \
			" peak memory with %.2f; the dearest is %s with %.2f CPU s a million instructions", n, slope("cpu"), slope("mem"), name, worst
	}
	print ""
}
