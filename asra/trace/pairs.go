package trace

// maxAligned bounds the frames of one throwable that are aligned for display.
const maxAligned = 1024

// pairs aligns the frames of throwables that stand for each other: those at
// the same distance from the innermost, or from the outermost where got has
// further causes.
func (c comparison) pairs() []Pair {
	var pairs []Pair
	offset := len(c.got) - len(c.want)
	if c.isPrefix() {
		offset = 0
	}
	type place struct{ throwable, frame int }
	done := map[place]bool{}
	for i, w := range c.want {
		if i+offset < 0 || i+offset >= len(c.got) {
			continue
		}
		for _, at := range align(w.frames, c.got[i+offset].frames) {
			f, g := w.frames[at[0]], c.got[i+offset].frames[at[1]]
			if done[place{f.throwable, f.frame}] {
				continue
			}
			done[place{f.throwable, f.frame}] = true
			pairs = append(pairs, Pair{
				WantThrowable: f.throwable, WantFrame: f.frame,
				GotThrowable: g.throwable, GotFrame: g.frame,
				App:  c.sel.decides(f.Class),
				Line: f.SourceLine() == g.SourceLine(),
			})
		}
	}
	return pairs
}

// align returns the index pairs of a longest common subsequence by method. Its table has
// the product of both lengths as its size: hence the bound.
func align(want, got []placed) [][2]int {
	want, got = want[:min(len(want), maxAligned)], got[:min(len(got), maxAligned)]
	wantKeys, gotKeys := keys(want), keys(got)
	width := len(got) + 1
	length := make([]uint16, (len(want)+1)*width)
	for i := len(want) - 1; i >= 0; i-- {
		for j := len(got) - 1; j >= 0; j-- {
			if wantKeys[i] == gotKeys[j] {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	var found [][2]int
	for i, j := 0, 0; i < len(want) && j < len(got); {
		switch {
		case wantKeys[i] == gotKeys[j]:
			found = append(found, [2]int{i, j})
			i, j = i+1, j+1
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return found
}

// keys are the names by which frames are compared.
func keys(frames []placed) []string {
	keys := make([]string, len(frames))
	for i, f := range frames {
		keys[i] = f.key()
	}
	return keys
}
