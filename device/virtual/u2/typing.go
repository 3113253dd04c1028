package u2

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// typing is what a client does with keys: pressing them, and text for fields.
type typing struct {
	d     Device
	views *views
}

func (t *typing) methods() map[string]method {
	return map[string]method{
		"pressKey": t.pressKey, "pressKeyCode": t.pressKeyCode, "clearInputText": t.clearInputText,
		"setText": t.setText, "clearTextField": t.clearText,
	}
}

// keys are the names that clients use for keys.
var keys = map[string]string{
	"home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP", "down": "DPAD_DOWN",
	"center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH", "enter": "ENTER", "delete": "DEL", "del": "DEL",
	"recent": "APP_SWITCH", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
	"camera": "CAMERA", "power": "POWER", "space": "SPACE", "tab": "TAB",
}

func (t *typing) pressKey(ctx context.Context, p params) (any, error) {
	var name string
	if err := p.to(1, &name); err != nil {
		return nil, err
	}
	key, ok := keys[strings.ToLower(name)]
	if !ok {
		return nil, fmt.Errorf("%w: no key %q", errParams, name)
	}
	return true, t.d.Key(ctx, key, 0)
}

func (t *typing) pressKeyCode(ctx context.Context, p params) (any, error) {
	var code, meta int
	if err := p.to(1, &code, &meta); err != nil {
		return nil, err
	}
	return true, t.d.Key(ctx, fmt.Sprint(code), meta)
}

func (t *typing) clearInputText(ctx context.Context, _ params) (any, error) {
	return nil, t.d.Type(ctx, "", true)
}

// focus makes a text field the focused one.
func (t *typing) focus(ctx context.Context, p params) error {
	n, err := t.views.one(ctx, p, 0)
	if err != nil || n.is("focused") {
		return err
	}
	return t.d.Press(ctx, n.bounds.center(), 0)
}

func (t *typing) setText(ctx context.Context, p params) (any, error) {
	var skipped json.RawMessage
	var text scalar
	if err := p.to(2, &skipped, &text); err != nil {
		return nil, err
	}
	if err := t.focus(ctx, p); err != nil {
		return nil, err
	}
	return true, t.d.Type(ctx, string(text), true)
}

func (t *typing) clearText(ctx context.Context, p params) (any, error) {
	if err := t.focus(ctx, p); err != nil {
		return nil, err
	}
	return nil, t.d.Type(ctx, "", true)
}
