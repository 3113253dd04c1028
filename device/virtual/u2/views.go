package u2

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"
)

const maxHandles = 1000 // views that clients keep by name

// views finds views by selectors and tells about them.
type views struct {
	d       Device
	display *display
	clock   *clock
	mu      sync.Mutex
	handles map[string]query // by the names that clients were given
}

func (v *views) methods() map[string]method {
	return map[string]method{
		"exist": v.exist, "count": v.count, "objInfo": v.objInfo, "objInfoOfAllInstances": v.allInfos,
		"getText": v.getText, "getChildCount": v.childCount, "waitForExists": v.waitForExists,
		"waitUntilGone":   v.waitUntilGone,
		"childByInstance": v.childByInstance, "getChild": v.getChild, "getFromParent": v.getFromParent,
	}
}

// query reads a parameter that names a view: a selector, or the name that an
// earlier call returned.
func (v *views) query(p params, at int) (query, error) {
	if at >= len(p) {
		return query{}, fmt.Errorf("%w: no selector", errParams)
	}
	var name string
	if err := json.Unmarshal(p[at], &name); err == nil {
		v.mu.Lock()
		defer v.mu.Unlock()
		q, ok := v.handles[name]
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
func (v *views) find(ctx context.Context, p params, at int) ([]*node, error) {
	q, err := v.query(p, at)
	if err != nil {
		return nil, err
	}
	root, _, err := v.display.look(ctx)
	if err != nil {
		return nil, err
	}
	return q.find(root), nil
}

// one is the first of them; without any it is errNotFound.
func (v *views) one(ctx context.Context, p params, at int) (*node, error) {
	found, err := v.find(ctx, p, at)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: %.500s", errNotFound, p[at])
	}
	return found[0], nil
}

// name keeps a query for the client.
func (v *views) name(q query) (any, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.handles) >= maxHandles {
		clear(v.handles)
	}
	for i := len(v.handles) + 1; ; i++ {
		name := "object-" + strconv.Itoa(i)
		if _, taken := v.handles[name]; !taken {
			v.handles[name] = q
			return name, nil
		}
	}
}

func (v *views) exist(ctx context.Context, p params) (any, error) {
	found, err := v.find(ctx, p, 0)
	return len(found) > 0, err
}

func (v *views) count(ctx context.Context, p params) (any, error) {
	found, err := v.find(ctx, p, 0)
	return len(found), err
}

func (v *views) objInfo(ctx context.Context, p params) (any, error) {
	n, err := v.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return n.info(), nil
}

func (v *views) allInfos(ctx context.Context, p params) (any, error) {
	found, err := v.find(ctx, p, 0)
	infos := []any{}
	for _, n := range found {
		infos = append(infos, n.info())
	}
	return infos, err
}

func (v *views) getText(ctx context.Context, p params) (any, error) {
	n, err := v.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return n.attrs["text"], nil
}

func (v *views) childCount(ctx context.Context, p params) (any, error) {
	n, err := v.one(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return len(n.children), nil
}

func (v *views) waitForExists(ctx context.Context, p params) (any, error) {
	return v.waitFor(ctx, p, true)
}

func (v *views) waitUntilGone(ctx context.Context, p params) (any, error) {
	return v.waitFor(ctx, p, false)
}

// waitFor looks until the views are there, or gone, or the time is over: real
// time, so that the app's own threads get theirs, and as much of the device'v.
func (v *views) waitFor(ctx context.Context, p params, there bool) (bool, error) {
	var skipped json.RawMessage
	millis := 0
	if err := p.to(1, &skipped, &millis); err != nil {
		return false, err
	}
	end := v.clock.now().Add(min(time.Duration(max(millis, 0))*time.Millisecond, maxWait))
	for {
		found, err := v.find(ctx, p, 0)
		if err != nil || (len(found) > 0) == there {
			return err == nil, err
		}
		if !v.clock.now().Before(end) || ctx.Err() != nil {
			return false, nil
		}
		v.clock.sleep(ctx, pollEvery)
		if err := v.d.Wait(ctx, pollEvery); err != nil {
			return false, err
		}
	}
}

// below is the query for what parameter 1 selects below what parameter 0 does.
func (v *views) below(p params, sibling bool) (query, error) {
	q, err := v.query(p, 0)
	if err != nil {
		return q, err
	}
	child, err := v.query(p, 1)
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

func (v *views) getChild(_ context.Context, p params) (any, error) {
	q, err := v.below(p, false)
	if err != nil {
		return nil, err
	}
	return v.name(q)
}

func (v *views) getFromParent(_ context.Context, p params) (any, error) {
	q, err := v.below(p, true)
	if err != nil {
		return nil, err
	}
	return v.name(q)
}

func (v *views) childByInstance(_ context.Context, p params) (any, error) {
	var skipped json.RawMessage
	instance := 0
	if err := p.to(3, &skipped, &skipped, &instance); err != nil {
		return nil, err
	}
	q, err := v.below(p, false)
	if err != nil {
		return nil, err
	}
	q.levels[len(q.levels)-1].instance = max(instance, 0)
	return v.name(q)
}
