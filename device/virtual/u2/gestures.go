package u2

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// stepMillis is how long one step of a swipe takes in UiAutomator.
const stepMillis = 5

// longPress is how long a finger rests before a drag, and in a long click.
const longPress = 600 * time.Millisecond

// gestures are what fingers do, at places and on views.
type gestures struct {
	d     Device
	views *views
}

func (g *gestures) methods() map[string]method {
	return map[string]method{
		"click": g.click, "longClick": g.longClick, "clickAndWaitForNewWindow": g.click, "injectInputEvent": g.inject,
		"swipe": g.swipe, "swipePoints": g.swipePoints, "drag": g.drag, "dragTo": g.dragTo, "gesture": g.gesture,
		"pinchIn": g.pinchIn, "pinchOut": g.pinchOut,
	}
}

// steps is the time that so many steps of a movement take.
func steps(n int) time.Duration {
	return min(time.Duration(max(n, 2))*stepMillis*time.Millisecond, maxWait)
}

// line is the movement of one finger along a line.
func line(points ...Point) [][]Point { return [][]Point{points} }

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

// click is click(x, y), click(x, y, millis), or click(selector) with a corner.
func (g *gestures) click(ctx context.Context, p params) (any, error) {
	var at Point
	millis := 0
	if p.to(2, &at.X, &at.Y, &millis) == nil {
		return true, g.d.Press(ctx, at, min(time.Duration(max(millis, 0))*time.Millisecond, maxWait))
	}
	n, err := g.views.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	var skipped json.RawMessage
	var corner string
	_ = p.to(1, &skipped, &corner) // a number there is a time limit of other methods
	return true, g.d.Press(ctx, n.bounds.place(corner), 0)
}

func (g *gestures) longClick(ctx context.Context, p params) (any, error) {
	n, err := g.views.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return true, g.d.Press(ctx, n.bounds.center(), longPress)
}

// inject is injectInputEvent(action, x, y, meta) with MotionEvent's actions.
func (g *gestures) inject(ctx context.Context, p params) (any, error) {
	var action int
	var at Point
	if err := p.to(3, &action, &at.X, &at.Y); err != nil {
		return nil, err
	}
	names := []string{"down", "up", "move"}
	if action < 0 || action >= len(names) {
		return nil, fmt.Errorf("%w: action %d", errParams, action)
	}
	return true, g.d.Touch(ctx, names[action], at)
}

// swipe is swipe(x1, y1, x2, y2, steps), or swipe(selector, direction, ..., steps).
func (g *gestures) swipe(ctx context.Context, p params) (any, error) {
	if len(p) > 1 && len(p[1]) > 0 && p[1][0] == '"' {
		return g.swipeObject(ctx, p)
	}
	var a, b Point
	n := 55
	if err := p.to(4, &a.X, &a.Y, &b.X, &b.Y, &n); err != nil {
		return nil, err
	}
	return true, g.d.Fingers(ctx, line(a, b), 0, steps(n))
}

// swipeObject is swipe(selector, direction, steps) or (selector, direction, percent, steps).
func (g *gestures) swipeObject(ctx context.Context, p params) (any, error) {
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
	v, err := g.views.one(ctx, p, 0)
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
	return true, g.d.Fingers(ctx, line(from, to), 0, steps(n))
}

// swipePoints is swipePoints([x, y, x, y, ...], steps between two points).
func (g *gestures) swipePoints(ctx context.Context, p params) (any, error) {
	var flat []float64
	n := 55
	if err := p.to(1, &flat, &n); err != nil {
		return nil, err
	}
	if len(flat) < 2 || len(flat)%2 != 0 || len(flat) > 2000 {
		return nil, fmt.Errorf("%w: %d coordinates", errParams, len(flat))
	}
	var points []Point
	for i := 0; i < len(flat); i += 2 {
		points = append(points, Point{flat[i], flat[i+1]})
	}
	return true, g.d.Fingers(ctx, line(points...), 0, steps(min(n, 10_000)*(len(points)-1)))
}

func (g *gestures) drag(ctx context.Context, p params) (any, error) {
	var a, b Point
	n := 100
	if err := p.to(4, &a.X, &a.Y, &b.X, &b.Y, &n); err != nil {
		return nil, err
	}
	return true, g.d.Fingers(ctx, line(a, b), longPress, steps(n))
}

// dragTo is dragTo(selector, x, y, steps) or dragTo(selector, selector, steps).
func (g *gestures) dragTo(ctx context.Context, p params) (any, error) {
	from, err := g.views.one(ctx, p, 0)
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
		if dest, err = g.views.one(ctx, p, 1); err == nil {
			at = dest.bounds.center()
			err = p.to(2, &skipped, &to, &n)
		}
	}
	if err != nil {
		return nil, err
	}
	return true, g.d.Fingers(ctx, line(from.bounds.center(), at), longPress, steps(n))
}

// gesture is gesture(selector, start 1, start 2, end 1, end 2, steps).
func (g *gestures) gesture(ctx context.Context, p params) (any, error) {
	var skipped json.RawMessage
	var start1, start2, end1, end2 Point
	n := 100
	if err := p.to(5, &skipped, &start1, &start2, &end1, &end2, &n); err != nil {
		return nil, err
	}
	if _, err := g.views.one(ctx, p, 0); err != nil {
		return nil, err
	}
	return true, g.d.Fingers(ctx, [][]Point{{start1, end1}, {start2, end2}}, 0, steps(n))
}

func (g *gestures) pinchIn(ctx context.Context, p params) (any, error) { return g.pinch(ctx, p, true) }

func (g *gestures) pinchOut(ctx context.Context, p params) (any, error) {
	return g.pinch(ctx, p, false)
}

// pinch moves two fingers on the horizontal middle line of a view.
func (g *gestures) pinch(ctx context.Context, p params, in bool) (any, error) {
	var skipped json.RawMessage
	percent, n := 100.0, 50
	if err := p.to(1, &skipped, &percent, &n); err != nil {
		return nil, err
	}
	v, err := g.views.one(ctx, p, 0)
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
	return true, g.d.Fingers(ctx, [][]Point{left, right}, 0, steps(n))
}
