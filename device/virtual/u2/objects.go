package u2

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

const maxHandles = 1000 // objects that clients keep by name

var objectMethods = map[string]method{
	"exist": (*Server).exist, "count": (*Server).count, "objInfo": (*Server).objInfo,
	"objInfoOfAllInstances": (*Server).allInfos, "getText": (*Server).getText, "getChildCount": (*Server).childCount,
	"waitForExists": (*Server).waitForExists, "waitUntilGone": (*Server).waitUntilGone,
	"clickAndWaitForNewWindow": (*Server).click, "setText": (*Server).setText, "clearTextField": (*Server).clearText,
	"dragTo": (*Server).dragTo, "gesture": (*Server).gesture,
	"pinchIn": (*Server).pinchIn, "pinchOut": (*Server).pinchOut,
	"childByText": (*Server).childByText, "childByDescription": (*Server).childByDescription,
	"childByInstance": (*Server).childByInstance, "getChild": (*Server).getChild, "getFromParent": (*Server).getFromParent,
}

// query reads a parameter that names a view: a selector, or the name that an
// earlier call returned.
func (s *Server) query(p params, at int) (query, error) {
	if at >= len(p) {
		return query{}, fmt.Errorf("%w: no selector", errParams)
	}
	var name string
	if err := json.Unmarshal(p[at], &name); err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		q, ok := s.handles[name]
		if !ok {
			return query{}, errNotFound
		}
		return q, nil
	}
	q, err := selector(p[at])
	if err != nil {
		return q, fmt.Errorf("%w: %w", errParams, err)
	}
	return q, nil
}

// find returns all the views that a parameter means now.
func (s *Server) find(ctx context.Context, p params, at int) ([]*node, error) {
	q, err := s.query(p, at)
	if err != nil {
		return nil, err
	}
	root, _, err := s.look(ctx)
	if err != nil {
		return nil, err
	}
	return q.find(root), nil
}

// one is the first of them; without any it is errNotFound.
func (s *Server) one(ctx context.Context, p params, at int) (*node, error) {
	found, err := s.find(ctx, p, at)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: %.500s", errNotFound, p[at])
	}
	return found[0], nil
}

func (s *Server) exist(ctx context.Context, p params) (any, error) {
	found, err := s.find(ctx, p, 0)
	return len(found) > 0, err
}

func (s *Server) count(ctx context.Context, p params) (any, error) {
	found, err := s.find(ctx, p, 0)
	return len(found), err
}

func (s *Server) objInfo(ctx context.Context, p params) (any, error) {
	n, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return n.info(), nil
}

func (s *Server) allInfos(ctx context.Context, p params) (any, error) {
	found, err := s.find(ctx, p, 0)
	infos := []any{}
	for _, n := range found {
		infos = append(infos, n.info())
	}
	return infos, err
}

func (s *Server) getText(ctx context.Context, p params) (any, error) {
	n, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return n.attrs["text"], nil
}

func (s *Server) childCount(ctx context.Context, p params) (any, error) {
	n, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return len(n.children), nil
}

func (s *Server) waitForExists(ctx context.Context, p params) (any, error) {
	return s.waitFor(ctx, p, true)
}

func (s *Server) waitUntilGone(ctx context.Context, p params) (any, error) {
	return s.waitFor(ctx, p, false)
}

// waitFor looks until the views are there, or gone, or the time is over: real
// time, so that the app's own threads get theirs, and as much of the device's.
func (s *Server) waitFor(ctx context.Context, p params, there bool) (bool, error) {
	var skipped json.RawMessage
	millis := 0
	if err := p.to(1, &skipped, &millis); err != nil {
		return false, err
	}
	end := s.clock().Add(min(time.Duration(max(millis, 0))*time.Millisecond, maxWait))
	for {
		found, err := s.find(ctx, p, 0)
		if err != nil || (len(found) > 0) == there {
			return err == nil, err
		}
		if !s.clock().Before(end) || ctx.Err() != nil {
			return false, nil
		}
		s.sleep(ctx, pollEvery)
		if err := s.d.Wait(ctx, pollEvery); err != nil {
			return false, err
		}
	}
}

// click is click(x, y), click(x, y, millis), or click(selector) with a corner.
func (s *Server) click(ctx context.Context, p params) (any, error) {
	var at Point
	millis := 0
	if p.to(2, &at.X, &at.Y, &millis) == nil {
		return true, s.d.Press(ctx, at, min(time.Duration(max(millis, 0))*time.Millisecond, maxWait))
	}
	n, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	var skipped json.RawMessage
	var corner string
	_ = p.to(1, &skipped, &corner) // a number there is a time limit of other methods
	return true, s.d.Press(ctx, n.bounds.place(corner), 0)
}

func (s *Server) longClick(ctx context.Context, p params) (any, error) {
	n, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return true, s.d.Press(ctx, n.bounds.center(), longPress)
}

// place is a corner of a view, by its short name, or the middle.
func (r rect) place(corner string) Point {
	switch corner {
	case "tl", "topleft":
		return Point{float64(r.left) + 5, float64(r.top) + 5}
	case "br", "bottomright":
		return Point{float64(r.right) - 5, float64(r.bottom) - 5}
	}
	return r.center()
}

// focus makes a text field the focused one.
func (s *Server) focus(ctx context.Context, p params) error {
	n, err := s.one(ctx, p, 0)
	if err != nil || n.is("focused") {
		return err
	}
	return s.d.Press(ctx, n.bounds.center(), 0)
}

func (s *Server) setText(ctx context.Context, p params) (any, error) {
	var skipped json.RawMessage
	var text scalar
	if err := p.to(2, &skipped, &text); err != nil {
		return nil, err
	}
	if err := s.focus(ctx, p); err != nil {
		return nil, err
	}
	return true, s.d.Type(ctx, string(text), true)
}

func (s *Server) clearText(ctx context.Context, p params) (any, error) {
	if err := s.focus(ctx, p); err != nil {
		return nil, err
	}
	return nil, s.d.Type(ctx, "", true)
}

// dragTo is dragTo(selector, x, y, steps) or dragTo(selector, selector, steps).
func (s *Server) dragTo(ctx context.Context, p params) (any, error) {
	from, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	var skipped, to json.RawMessage
	var at Point
	n := 100
	if len(p) > 1 && len(p[1]) > 0 && p[1][0] != '{' && p[1][0] != '"' {
		err = p.to(3, &skipped, &at.X, &at.Y, &n)
	} else {
		var dest *node
		if dest, err = s.one(ctx, p, 1); err == nil {
			at = dest.bounds.center()
			err = p.to(2, &skipped, &to, &n)
		}
	}
	if err != nil {
		return nil, err
	}
	return true, s.d.Fingers(ctx, way(from.bounds.center(), at), longPress, steps(n))
}

// swipeObject is swipe(selector, direction, steps) or (selector, direction, percent, steps).
func (s *Server) swipeObject(ctx context.Context, p params) (any, error) {
	var skipped json.RawMessage
	var direction string
	n, percent := 55, 1.0
	err := p.to(2, &skipped, &direction, &n)
	if len(p) > 3 {
		err = p.to(2, &skipped, &direction, &percent, &n)
	}
	if err != nil {
		return nil, err
	}
	v, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	from, to := v.bounds.center(), v.bounds.center()
	part := min(max(percent, 0), 1)
	dx, dy := float64(v.bounds.right-v.bounds.left)/2*part, float64(v.bounds.bottom-v.bounds.top)/2*part
	switch direction {
	case "up":
		to.Y -= dy
	case "down":
		to.Y += dy - 1
	case "left":
		to.X -= dx
	case "right":
		to.X += dx - 1
	default:
		return nil, fmt.Errorf("%w: no direction %q", errParams, direction)
	}
	return true, s.d.Fingers(ctx, way(from, to), 0, steps(n))
}

// gesture is gesture(selector, start 1, start 2, end 1, end 2, steps).
func (s *Server) gesture(ctx context.Context, p params) (any, error) {
	var skipped json.RawMessage
	var start1, start2, end1, end2 Point
	n := 100
	if err := p.to(5, &skipped, &start1, &start2, &end1, &end2, &n); err != nil {
		return nil, err
	}
	if _, err := s.one(ctx, p, 0); err != nil {
		return nil, err
	}
	return true, s.d.Fingers(ctx, [][]Point{{start1, end1}, {start2, end2}}, 0, steps(n))
}

func (s *Server) pinchIn(ctx context.Context, p params) (any, error) { return s.pinch(ctx, p, true) }

func (s *Server) pinchOut(ctx context.Context, p params) (any, error) { return s.pinch(ctx, p, false) }

// pinch moves two fingers on the horizontal middle line of a view.
func (s *Server) pinch(ctx context.Context, p params, in bool) (any, error) {
	var skipped json.RawMessage
	percent, n := 100.0, 50
	if err := p.to(1, &skipped, &percent, &n); err != nil {
		return nil, err
	}
	v, err := s.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	const near = 20 // pixels from the middle
	c := v.bounds.center()
	far := max(float64(v.bounds.right-v.bounds.left)/2*min(max(percent, 0), 100)/100-1, near)
	from, to := float64(near), far
	if in {
		from, to = far, near
	}
	left := []Point{{c.X - from, c.Y}, {c.X - to, c.Y}}
	right := []Point{{c.X + from, c.Y}, {c.X + to, c.Y}}
	return true, s.d.Fingers(ctx, [][]Point{left, right}, 0, steps(n))
}

// name keeps a query for the client.
func (s *Server) name(q query) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.handles) >= maxHandles {
		clear(s.handles)
	}
	for i := len(s.handles) + 1; ; i++ {
		name := "object-" + strconv.Itoa(i)
		if _, taken := s.handles[name]; !taken {
			s.handles[name] = q
			return name, nil
		}
	}
}

// below is the query for what parameter 1 selects below what parameter 0 does.
func (s *Server) below(p params, sibling bool) (query, error) {
	q, err := s.query(p, 0)
	if err != nil {
		return q, err
	}
	child, err := s.query(p, 1)
	if err != nil {
		return q, err
	}
	levels := append(append([]level(nil), q.levels...), child.levels...)
	if len(levels) > maxLevels {
		return q, fmt.Errorf("%w: more than %d selectors in each other", errParams, maxLevels)
	}
	levels[len(q.levels)].sibling = sibling
	return query{levels: levels, keep: child.keep}, nil
}

func (s *Server) getChild(_ context.Context, p params) (any, error) {
	q, err := s.below(p, false)
	if err != nil {
		return nil, err
	}
	return s.name(q)
}

func (s *Server) getFromParent(_ context.Context, p params) (any, error) {
	q, err := s.below(p, true)
	if err != nil {
		return nil, err
	}
	return s.name(q)
}

func (s *Server) childByInstance(_ context.Context, p params) (any, error) {
	var skipped json.RawMessage
	instance := 0
	if err := p.to(3, &skipped, &skipped, &instance); err != nil {
		return nil, err
	}
	q, err := s.below(p, false)
	if err != nil {
		return nil, err
	}
	q.levels[len(q.levels)-1].instance = max(instance, 0)
	return s.name(q)
}

func (s *Server) childByText(ctx context.Context, p params) (any, error) {
	return s.childWith(ctx, p, "text")
}

func (s *Server) childByDescription(ctx context.Context, p params) (any, error) {
	return s.childWith(ctx, p, "content-desc")
}

// childWith is childByX(selector, child selector, value, scroll): the child in
// which a view has the value. The collection is scrolled until it shows if wanted.
func (s *Server) childWith(ctx context.Context, p params, attr string) (any, error) {
	var skipped json.RawMessage
	var value string
	scroll := false
	if err := p.to(3, &skipped, &skipped, &value, &scroll); err != nil {
		return nil, err
	}
	q, err := s.below(p, false)
	if err != nil {
		return nil, err
	}
	q.keep = func(n *node) bool {
		return !n.walk(func(below *node) bool { return below.attrs[attr] != value })
	}
	there := func(root *node) bool { return len(q.find(root)) > 0 }
	root, _, err := s.look(ctx)
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
	return s.name(q)
}
