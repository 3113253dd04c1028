package u2

import (
	"context"
	"encoding/json"
	"fmt"
)

const (
	scrollSteps = 55
	flingSteps  = 5
	maxSwipes   = 500
	seekSwipes  = 30 // that a search for a view makes in each direction
	// deadZone is the part of a list at both ends that a scroll does not touch.
	deadZone = 0.1
)

// scroller moves lists, and finds views in them that do not show yet.
type scroller struct {
	d       Device
	display *display
	views   *views
}

// methods are those of UiScrollable. A scroll and a fling differ in how fast the
// finger moves.
func (s *scroller) methods() map[string]method {
	all := map[string]method{
		"scrollTo": s.scrollTo, "childByText": s.childByText, "childByDescription": s.childByDescription,
	}
	for kind, n := range map[string]int{"scroll": scrollSteps, "fling": flingSteps} {
		for direction, forward := range map[string]bool{"Forward": true, "Backward": false} {
			all[kind+direction] = func(ctx context.Context, p params) (any, error) {
				return s.scrollOnce(ctx, p, forward, n)
			}
		}
		for direction, forward := range map[string]bool{"ToEnd": true, "ToBeginning": false} {
			all[kind+direction] = func(ctx context.Context, p params) (any, error) {
				return s.scrollFar(ctx, p, forward, n)
			}
		}
	}
	return all
}

// scrollOnce is xForward(selector, vertical, steps); true if something moved.
func (s *scroller) scrollOnce(ctx context.Context, p params, forward bool, n int) (any, error) {
	var skipped json.RawMessage
	vertical := true
	if err := p.to(1, &skipped, &vertical, &n); err != nil {
		return nil, err
	}
	return s.scroll(ctx, p, vertical, forward, n)
}

// scrollFar is xToEnd(selector, vertical, most swipes, steps).
func (s *scroller) scrollFar(ctx context.Context, p params, forward bool, n int) (any, error) {
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
func (s *scroller) scrollTo(ctx context.Context, p params) (any, error) {
	var skipped json.RawMessage
	vertical := true
	if err := p.to(2, &skipped, &skipped, &vertical); err != nil {
		return nil, err
	}
	wanted, err := s.views.query(p, 1)
	if err != nil {
		return nil, err
	}
	there := func(root *node) bool { return len(wanted.find(root)) > 0 }
	return s.scrollUntil(ctx, p, vertical, there)
}

// scrollUntil looks, then goes to the beginning and on to the end, until there
// says that what is wanted shows.
func (s *scroller) scrollUntil(
	ctx context.Context, p params, vertical bool, there func(root *node) bool,
) (bool, error) {
	for _, forward := range []bool{false, true} {
		for range seekSwipes {
			root, _, err := s.display.look(ctx)
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
	root, _, err := s.display.look(ctx)
	return err == nil && there(root), err
}

// scroll swipes once over the view that parameter 0 selects, and says whether
// that changed anything.
func (s *scroller) scroll(ctx context.Context, p params, vertical, forward bool, n int) (bool, error) {
	v, err := s.views.one(ctx, p, 0)
	if err != nil {
		return false, err
	}
	before, _, err := s.display.look(ctx)
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
	if err := s.d.Fingers(ctx, line(from, to), 0, steps(n)); err != nil {
		return false, err
	}
	after, _, err := s.display.look(ctx)
	if err != nil {
		return false, err
	}
	return document(before, 0, maxDepth) != document(after, 0, maxDepth), nil
}

func (s *scroller) childByText(ctx context.Context, p params) (any, error) {
	return s.childWith(ctx, p, "text")
}

func (s *scroller) childByDescription(ctx context.Context, p params) (any, error) {
	return s.childWith(ctx, p, "content-desc")
}

// childWith is childByX(selector, child selector, value, scroll): the child in
// which a view has the value. The collection is scrolled until it shows if wanted.
func (s *scroller) childWith(ctx context.Context, p params, attr string) (any, error) {
	var skipped json.RawMessage
	var value string
	scroll := false
	if err := p.to(3, &skipped, &skipped, &value, &scroll); err != nil {
		return nil, err
	}
	q, err := s.views.below(p, false)
	if err != nil {
		return nil, err
	}
	q.keep = func(n *node) bool {
		return !n.walk(func(below *node) bool { return below.attrs[attr] != value })
	}
	there := func(root *node) bool { return len(q.find(root)) > 0 }
	root, _, err := s.display.look(ctx)
	if err != nil {
		return nil, err
	}
	found := there(root)
	if !found && scroll {
		if found, err = s.scrollUntil(ctx, p, true, there); err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, fmt.Errorf("%w: %s %q", errNotFound, attr, value)
	}
	return s.views.name(q)
}
