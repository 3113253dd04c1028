package crash

// Dedup counts crashes by signature, in the order of their first occurrence.
// The zero value is ready for use.
type Dedup struct {
	groups []Group
	index  map[string]int
}

// Group is the crashes of one signature.
type Group struct {
	First Crash
	Count int
}

// Add counts a crash; first says that its signature is new.
func (d *Dedup) Add(c Crash) (first bool) {
	if d.index == nil {
		d.index = map[string]int{}
	}
	key := string(c.Kind) + c.Signature
	if i, ok := d.index[key]; ok {
		d.groups[i].Count++
		return false
	}
	d.index[key] = len(d.groups)
	d.groups = append(d.groups, Group{First: c, Count: 1})
	return true
}

// Groups returns the groups so far; the caller must not change them.
func (d *Dedup) Groups() []Group { return d.groups }
