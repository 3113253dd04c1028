package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// results are the searches that are done, by app, generator and seed.
type results map[string]map[string]map[int64]*cell

func (all results) add(app, generator string, seed int64, c *cell) {
	if all[app] == nil {
		all[app] = map[string]map[int64]*cell{}
	}
	if all[app][generator] == nil {
		all[app][generator] = map[int64]*cell{}
	}
	all[app][generator][seed] = c
}

// write prints a row for each app, of the seeds that all generators have: methods by seed, and distinct crashes of
// all seeds together.
func (all results) write(out io.Writer, apps, generators []string, seeds int64) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| app | %s |\n|---|%s\n", strings.Join(generators, " | "), strings.Repeat("---|", len(generators)))
	methods, crashes := make([]int, len(generators)), make([]int, len(generators))
	for _, app := range apps {
		fmt.Fprintf(&b, "| %s |", strings.TrimSuffix(filepath.Base(app), ".apk"))
		for i, g := range generators {
			var counts []string
			distinct := map[string]bool{}
			for _, seed := range all.common(app, generators, seeds) {
				c := all[app][g][seed]
				counts = append(counts, fmt.Sprint(len(c.Methods)))
				methods[i] += len(c.Methods)
				for signature := range c.Crashes {
					distinct[signature] = true
				}
			}
			crashes[i] += len(distinct)
			fmt.Fprintf(&b, " %s; %d |", strings.Join(counts, ", "), len(distinct))
		}
		b.WriteString("\n")
	}
	b.WriteString("| sum |")
	for i := range generators {
		fmt.Fprintf(&b, " %d; %d |", methods[i], crashes[i])
	}
	b.WriteString("\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// common are the seeds of an app that all the generators have.
func (all results) common(app string, generators []string, seeds int64) []int64 {
	var common []int64
	for seed := int64(1); seed <= seeds; seed++ {
		has := 0
		for _, g := range generators {
			if all[app][g][seed] != nil {
				has++
			}
		}
		if has == len(generators) {
			common = append(common, seed)
		}
	}
	return common
}
