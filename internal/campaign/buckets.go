package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Bucket is what the jobs of a campaign met that is the same, whatever app, seed or day it was met
// with: a finding by its signature, or by its title where it has none.
type Bucket struct {
	Title     string    `json:"title"` // of the finding that was met first
	Signature string    `json:"signature,omitempty"`
	Apps      []string  `json:"apps"`  // file names
	Jobs      int       `json:"jobs"`  // that met it
	Count     int       `json:"count"` // how often they did
	First     time.Time `json:"first"` // when the first of these jobs ended
	Last      time.Time `json:"last"`
	FirstJob  string    `json:"firstJob"` // ID of the first of them
	// Wanted says that jobs looked for it by a trace.
	Wanted bool `json:"wanted,omitempty"`
	Place
}

// key is what findings of one bucket share.
func (f Finding) key() string { return cmp.Or(f.Signature, f.Title) }

// buckets sorts the findings of outcomes, those that most jobs met first.
func buckets(all []*Outcome) []Bucket {
	byKey := map[string]*Bucket{}
	var keys []string
	inOrder := slices.SortedStableFunc(slices.Values(all), func(a, b *Outcome) int {
		return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.ID, b.ID))
	})
	for _, o := range inOrder {
		if o.Result == nil {
			continue
		}
		met := map[string]bool{}
		var all []Finding
		if o.Result.Met != nil {
			all = append(all, *o.Result.Met)
		}
		wanted := len(all)
		for i, f := range append(all, o.Result.Findings...) {
			if f.Count == 0 {
				continue // says that there are more
			}
			b := byKey[f.key()]
			if b == nil {
				b = &Bucket{Title: f.Title, Signature: f.Signature, First: o.Ended, FirstJob: o.ID, Place: f.Place}
				byKey[f.key()] = b
				keys = append(keys, f.key())
			}
			b.Wanted = b.Wanted || i < wanted
			b.Last = o.Ended
			b.Count += f.Count
			if !met[f.key()] {
				b.Jobs++
			}
			met[f.key()] = true
			if !slices.Contains(b.Apps, o.Job.App) {
				b.Apps = append(b.Apps, o.Job.App)
			}
		}
	}
	var out []Bucket
	for _, k := range keys {
		slices.Sort(byKey[k].Apps)
		out = append(out, *byKey[k])
	}
	slices.SortStableFunc(out, func(a, b Bucket) int {
		return cmp.Or(cmp.Compare(b.Jobs, a.Jobs), cmp.Compare(b.Count, a.Count))
	})
	return out
}

// shownApps is how many apps of a bucket its row names.
const shownApps = 3

// writeBuckets writes them as a table; nothing where there are none.
func writeBuckets(b *strings.Builder, all []Bucket) {
	if len(all) == 0 {
		return
	}
	b.WriteByte('\n')
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "jobs\ttimes\tfirst seen\tlast seen\tapps\tfinding")
	for _, k := range all {
		apps := strings.Join(k.Apps[:min(len(k.Apps), shownApps)], " ")
		if more := len(k.Apps) - shownApps; more > 0 {
			apps += fmt.Sprintf(" and %d more", more)
		}
		title := k.Title
		if k.Wanted {
			title += " (wanted)"
		}
		fmt.Fprintf(t, "%d\t%d\t%s\t%s\t%s\t%s\n", k.Jobs, k.Count, stamp(k.First), stamp(k.Last), apps, title)
	}
	t.Flush()
}

// stamp is a moment for people.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }
