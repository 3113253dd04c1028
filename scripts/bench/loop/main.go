// Command loop does the same work each time it is run, sorting numbers and counting them
// in a map, and prints what that took: milliseconds of processor time and of real time.
// Beside a measurement it says how quick the machine was at that moment.
package main

import (
	"fmt"
	"slices"
	"syscall"
	"time"
)

const (
	rounds  = 100
	numbers = 1 << 16
	kinds   = 1 << 16 // of a number, by its highest bits
)

func main() {
	begin := time.Now()
	if work(rounds) != kinds {
		panic("the work is not done")
	}
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	cpu := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	fmt.Println(cpu.Milliseconds(), time.Since(begin).Milliseconds())
}

// work returns how many kinds of numbers were met.
func work(rounds int) int {
	seen := map[uint64]int{}
	all := make([]uint64, numbers)
	x := uint64(88172645463325252)
	for range rounds {
		for i := range all {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			all[i] = x
		}
		slices.Sort(all)
		for i := 0; i < numbers; i += 4 {
			seen[all[i]>>48]++
		}
	}
	return len(seen)
}
