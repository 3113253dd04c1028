package dex

import "testing"

func TestLEB128(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in       string
		unsigned uint32
		signed   int32
	}{
		{"\x00", 0, 0},
		{"\x01", 1, 1},
		{"\x7f", 127, -1},
		{"\x80\x7f", 16256, -128},
		{"\xff\xff\xff\xff\x0f", 0xffffffff, -1},
		{"\x80\x80\x80\x80\x08", 0x80000000, -0x80000000},
	} {
		u := cursor{data: []byte(c.in)}
		s := cursor{data: []byte(c.in)}
		if got := u.uleb(); got != c.unsigned || u.err != nil || int(u.off) != len(c.in) {
			t.Errorf("uleb(%x) = %d, %v", c.in, got, u.err)
		}
		if got := s.sleb(); got != c.signed || s.err != nil || int(s.off) != len(c.in) {
			t.Errorf("sleb(%x) = %d, %v", c.in, got, s.err)
		}
	}
	for _, in := range []string{"", "\x80", "\x80\x80\x80\x80\x80\x01"} {
		c := cursor{data: []byte(in)}
		if c.uleb(); c.err == nil {
			t.Errorf("uleb(%x) gave no error", in)
		}
	}
}
