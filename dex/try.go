package dex

const tryItem = 8 // bytes of a try_item

// Try is a range of instructions whose exceptions are caught.
type Try struct {
	Start, End uint32 // positions in code units, End excluded
	Handlers   []Handler
}

// Handler is one catch clause.
type Handler struct {
	Type   string // descriptor of the exception; "" catches all
	Target uint32 // position in code units
}

// Tries are the try ranges in address order; their handlers are in the order
// in which the runtime asks them.
func (c *Code) Tries() []Try {
	if c.numTries == 0 {
		return nil
	}
	tries := make([]Try, 0, c.numTries)
	at := c.triesOff()
	lists, _, err := c.handlers()
	if err != nil {
		return nil // excluded by checkTries
	}
	for i := range uint32(c.numTries) {
		item := at + tryItem*i
		start := u32at(c.File.data, item)
		tries = append(tries, Try{
			Start: start, End: start + uint32(u16at(c.File.data, item+4)),
			Handlers: lists[u16at(c.File.data, item+6)],
		})
	}
	return tries
}

// NumTries is the number of try ranges.
func (c *Code) NumTries() int { return int(c.numTries) }

// triesOff is where the try items begin: behind the instructions, at a
// multiple of four bytes.
func (c *Code) triesOff() uint32 { return c.InsnsOff + 2*(c.Units+c.Units%2) }

// handlers reads the encoded_catch_handler_list. The keys are byte offsets
// from its start, the way try items name a handler; the second result is where
// the list ends.
func (c *Code) handlers() (map[uint16][]Handler, uint32, error) {
	base := c.triesOff() + tryItem*uint32(c.numTries)
	cur := cursor{data: c.File.data, off: base}
	n := cur.count(2, "catch handlers")
	lists := make(map[uint16][]Handler, min(n, 64))
	for range n {
		key := cur.off - base
		if key > 0xffff {
			break // cannot be named by a try item
		}
		size := cur.sleb()
		typed := max(size, -size)
		if cur.err != nil || typed < 0 || uint32(typed) > cur.left()/2 {
			return nil, cur.off, faultf(base+key, "expected a catch handler inside the file")
		}
		list := make([]Handler, 0, typed+1)
		for range typed {
			at := cur.off
			t := cur.uleb()
			if int(t) >= len(c.File.types) {
				return nil, cur.off, faultf(at, "expected a type index below %d, found %d", len(c.File.types), t)
			}
			list = append(list, Handler{Type: c.File.types[t], Target: cur.uleb()})
		}
		if size <= 0 {
			list = append(list, Handler{Target: cur.uleb()})
		}
		lists[uint16(key)] = list
	}
	return lists, cur.off, cur.err
}

// checkTries checks what Tries relies on; it gives the end of the code item.
func (c *Code) checkTries(boundary []uint64) (uint32, error) {
	end := c.InsnsOff + 2*c.Units
	if c.numTries == 0 {
		return end, nil
	}
	if need := uint64(c.triesOff()) + tryItem*uint64(c.numTries); need > uint64(len(c.File.data)) {
		return end, faultf(end, "expected %d try items inside the file", c.numTries)
	}
	lists, end, err := c.handlers()
	if err != nil {
		return end, err
	}
	for _, list := range lists {
		for _, h := range list {
			if !isStart(boundary, int64(h.Target), c.Units) {
				return end, faultf(c.triesOff(), "expected a catch handler to lead to an instruction, found 0x%x", h.Target)
			}
		}
	}
	last := uint32(0)
	for i := range uint32(c.numTries) {
		item := c.triesOff() + tryItem*i
		start, n := u32at(c.File.data, item), uint32(u16at(c.File.data, item+4))
		if start < last || uint64(start)+uint64(n) > uint64(c.Units) {
			return end, faultf(item, "expected an ordered try range inside the method, found 0x%x of %d units", start, n)
		}
		if _, ok := lists[u16at(c.File.data, item+6)]; !ok {
			return end, faultf(item+6, "expected the offset of a catch handler, found 0x%x", u16at(c.File.data, item+6))
		}
		last = start + n
	}
	return end, nil
}
