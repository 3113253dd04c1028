package u2

import (
	"context"
	"encoding/json"
)

const (
	scrollSteps = 55
	flingSteps  = 5
	maxSwipes   = 500
	seekSwipes  = 30 // that a search for a view makes in each direction
	// deadZone is the part of a list at both ends that a scroll does not touch.
	deadZone = 0.1
)

// scrollMethods are those of UiScrollable. A scroll and a fling differ in how
// fast the finger moves.
func scrollMethods() map[string]method {
	all := map[string]method{"scrollTo": (*Server).scrollTo}
	for _, kind := range []struct {
		name  string
		steps int
	}{{"scroll", scrollSteps}, {"fling", flingSteps}} {
		n := kind.steps
		all[kind.name+"Forward"] = func(s *Server, ctx context.Context, p params) (any, error) {
			return s.scrollOnce(ctx, p, true, n)
		}
		all[kind.name+"Backward"] = func(s *Server, ctx context.Context, p params) (any, error) {
			return s.scrollOnce(ctx, p, false, n)
		}
		all[kind.name+"ToEnd"] = func(s *Server, ctx context.Context, p params) (any, error) {
			return s.scrollFar(ctx, p, true, n)
		}
		all[kind.name+"ToBeginning"] = func(s *Server, ctx context.Context, p params) (any, error) {
			return s.scrollFar(ctx, p, false, n)
		}
	}
	return all
}

// scrollOnce is xForward(selector, vertical, steps); true if something moved.
func (s *Server) scrollOnce(ctx context.Context, p params, forward bool, n int) (any, error) {
	var skipped json.RawMessage
	vertical := true
	if err := p.to(1, &skipped, &vertical, &n); err != nil {
		return nil, err
	}
	return s.scroll(ctx, p, vertical, forward, n)
}

// scrollFar is xToEnd(selector, vertical, most swipes, steps).
func (s *Server) scrollFar(ctx context.Context, p params, forward bool, n int) (any, error) {
	var skipped json.RawMessage
	vertical, most := true, maxSwipes
	if err := p.to(1, &skipped, &vertical, &most, &n); err != nil {
		return nil, err
	}
	for range min(most, maxSwipes) {
		moved, err := s.scroll(ctx, p, vertical, forward, n)
		if err != nil || !moved {
			return err == nil, err
		}
	}
	return false, nil
}

// scrollTo is scrollTo(selector, selector of a view, vertical).
func (s *Server) scrollTo(ctx context.Context, p params) (any, error) {
	var skipped json.RawMessage
	vertical := true
	if err := p.to(2, &skipped, &skipped, &vertical); err != nil {
		return nil, err
	}
	wanted, err := s.query(p, 1)
	if err != nil {
		return nil, err
	}
	there := func(root *node) bool { return len(wanted.find(root)) > 0 }
	return s.scrollUntil(ctx, p, vertical, there)
}

// scrollUntil looks, then goes to the beginning and on to the end, until there
// says that what is wanted shows.
func (s *Server) scrollUntil(
	ctx context.Context, p params, vertical bool, there func(root *node) bool,
) (bool, error) {
	for _, forward := range []bool{false, true} {
		for range seekSwipes {
			root, _, err := s.look(ctx)
			if err != nil || there(root) {
				return err == nil, err
			}
			moved, err := s.scroll(ctx, p, vertical, forward, scrollSteps)
			if err != nil {
				return false, err
			}
			if !moved {
				break
			}
		}
	}
	root, _, err := s.look(ctx)
	return err == nil && there(root), err
}

// scroll swipes once over the view that parameter 0 selects, and says whether
// that changed anything.
func (s *Server) scroll(ctx context.Context, p params, vertical, forward bool, n int) (bool, error) {
	v, err := s.one(ctx, p, 0)
	if err != nil {
		return false, err
	}
	before, _, err := s.look(ctx)
	if err != nil {
		return false, err
	}
	r := v.bounds
	from, to := r.center(), r.center()
	if vertical {
		zone := float64(r.bottom-r.top) * deadZone
		from.Y, to.Y = float64(r.bottom)-zone-1, float64(r.top)+zone
	} else {
		zone := float64(r.right-r.left) * deadZone
		from.X, to.X = float64(r.right)-zone-1, float64(r.left)+zone
	}
	if !forward {
		from, to = to, from
	}
	if err := s.d.Fingers(ctx, way(from, to), 0, steps(n)); err != nil {
		return false, err
	}
	after, _, err := s.look(ctx)
	if err != nil {
		return false, err
	}
	return document(before, 0, maxDepth) != document(after, 0, maxDepth), nil
}
