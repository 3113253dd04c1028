package framework

import (
	"context"
	"fmt"
	"math/rand"
	"strconv"
	"strings"

	"talpa/device/virtual/shell"
	"talpa/fuzz/event"
)

// exitNoMonkey is the exit code of a monkey that does not begin.
const exitNoMonkey = 252

// monkey starts an app for a count of 1, as tools use it, and sends random
// taps and keys for a greater one.
func monkey(ctx context.Context, d Device, c *shell.Call) int {
	pkg, count, seed := "", 0, int64(1)
	for i := 1; i < len(c.Args); i++ {
		value := ""
		if i+1 < len(c.Args) {
			value = c.Args[i+1]
		}
		switch opt := c.Args[i]; {
		case opt == "-p":
			pkg = value
			i++
		case opt == "-s":
			seed, _ = strconv.ParseInt(value, 10, 64)
			i++
		case opt == "-c" || opt == "--throttle" || strings.HasPrefix(opt, "--pct-"):
			i++
		case strings.HasPrefix(opt, "-"):
		default:
			var err error
			if count, err = strconv.Atoi(opt); err != nil {
				fmt.Fprintf(c.Err, "** Error: Count is not a number: %q\n", opt)
				return exitNoMonkey
			}
		}
	}
	return d.With(func(s System) int {
		a := s.App(pkg)
		if a == nil {
			fmt.Fprintln(c.Err, "** No activities found to run, monkey aborted.")
			return exitNoMonkey
		}
		return runMonkey(ctx, s, c, a, count, rand.New(rand.NewSource(seed)))
	})
}

// runMonkey starts an app and sends events until there were count, the start
// included, or the app is gone.
func runMonkey(ctx context.Context, s System, c *shell.Call, a *App, count int, random *rand.Rand) int {
	launch := event.Event{Kind: event.Launch}
	if err := s.Perform(ctx, a.Package, launch); err != nil {
		return c.Fail("%v", err)
	}
	sent := 1
	for ; sent < count && ctx.Err() == nil; sent++ {
		if _, runs := s.Process(); !runs {
			fmt.Fprintf(c.Out, "// CRASH: %s\n** Monkey aborted due to error.\n", a.Package)
			fmt.Fprintf(c.Out, "Events injected: %d\n", sent)
			return 1
		}
		if err := s.Perform(ctx, a.Package, randomEvent(random, s.Screen())); err != nil {
			return c.Fail("%v", err)
		}
		if p, runs := s.Process(); runs && p.Front == "" {
			_ = s.Perform(ctx, a.Package, launch)
		}
	}
	fmt.Fprintf(c.Out, "Events injected: %d\n", sent)
	return 0
}

// randomEvent is mostly a tap somewhere, at times the back key or a scroll.
func randomEvent(random *rand.Rand, screen Screen) event.Event {
	w, h := screen.Size()
	e := event.Event{Kind: event.Tap, X: random.Intn(w), Y: random.Intn(h)}
	switch random.Intn(10) {
	case 0:
		e = event.Event{Kind: event.Back}
	case 1:
		e = event.Event{Kind: event.Scroll, Arg: []string{"up", "down"}[random.Intn(2)]}
	}
	return e
}
