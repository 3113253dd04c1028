package sockets

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"testing"
	"time"
)

// TestDial/reaches_the_listener: what is written at one end is read at the other.
func TestDial(t *testing.T) {
	t.Parallel()
	t.Run("reaches the listener", func(t *testing.T) {
		t.Parallel()
		var table Table
		l, err := table.Listen("tcp:80")
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		if l.Addr().Network() != "device" || l.Addr().String() != "tcp:80" {
			t.Errorf("address %s %s", l.Addr().Network(), l.Addr())
		}
		go func() {
			c, err := l.Accept()
			if err == nil {
				_, _ = io.WriteString(c, "hello")
				c.Close()
			}
		}()
		c, err := table.Dial(t.Context(), "tcp:80")
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(c); err != nil || string(text) != "hello" {
			t.Errorf("%q, %v", text, err)
		}
	})
	t.Run("nobody listens", func(t *testing.T) {
		t.Parallel()
		var table Table
		if _, err := table.Dial(t.Context(), "tcp:80"); err == nil || err.Error() != "tcp:80: connection refused" {
			t.Errorf("%v", err)
		}
	})
	t.Run("nobody accepts until the context ends", func(t *testing.T) {
		t.Parallel()
		var table Table
		if _, err := table.Listen("tcp:80"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if _, err := table.Dial(ctx, "tcp:80"); err == nil {
			t.Error("connected to nobody")
		}
	})
}

func TestListen(t *testing.T) {
	t.Parallel()
	var table Table
	l, err := table.Listen("localabstract:x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Listen("localabstract:x"); err == nil {
		t.Error("an address is taken twice")
	}
	accepted := make(chan error, 1)
	go func() { _, err := l.Accept(); accepted <- err }()
	for range 2 { // the second time it does nothing
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := <-accepted; !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting on a closed listener: %v", err)
	}
	again, err := table.Listen("localabstract:x")
	if err != nil {
		t.Errorf("a closed address stays taken: %v", err)
	}
	table.Close()
	if _, err := again.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting on a closed table: %v", err)
	}
}

func TestReverses(t *testing.T) {
	t.Parallel()
	var r Reverses
	if r.List() == nil || r.Has(1) {
		t.Errorf("a new one: %v", r.List())
	}
	r.Add(8081)
	r.Add(9000)
	r.Remove(8081)
	r.Remove(7)
	if !slices.Equal(r.List(), []int{9000}) || r.Has(8081) || !r.Has(9000) {
		t.Errorf("%v", r.List())
	}
}
