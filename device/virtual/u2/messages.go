package u2

import (
	"context"
	"sync"
)

// messages are the texts that the device keeps for others: the newest toast and the clipboard.
type messages struct {
	d       Device
	mu      sync.Mutex
	cleared int // toasts that the client has cleared
}

func (m *messages) methods() map[string]method {
	return map[string]method{
		"getLastToast": m.lastToast, "clearLastToast": m.clearToast, "makeToast": yes,
		"getClipboard": m.getClipboard, "setClipboard": m.setClipboard, "pasteClipboard": m.pasteClipboard,
	}
}

func (m *messages) lastToast(ctx context.Context, _ params) (any, error) {
	text, count, err := m.d.Toast(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	if count < m.cleared { // another process
		m.cleared = 0
	}
	if err != nil || count == m.cleared || text == "" {
		return nil, err
	}
	return text, nil
}

func (m *messages) clearToast(ctx context.Context, _ params) (any, error) {
	_, count, err := m.d.Toast(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cleared = count
	return true, err
}

func (m *messages) getClipboard(ctx context.Context, _ params) (any, error) {
	return m.d.Clipboard(ctx, nil)
}

// setClipboard is setClipboard(label, text).
func (m *messages) setClipboard(ctx context.Context, p params) (any, error) {
	var label, text string
	if err := p.to(2, &label, &text); err != nil {
		return nil, err
	}
	_, err := m.d.Clipboard(ctx, &text)
	return nil, err
}

func (m *messages) pasteClipboard(ctx context.Context, _ params) (any, error) {
	text, err := m.d.Clipboard(ctx, nil)
	if err != nil || text == "" {
		return nil, err
	}
	return nil, m.d.Type(ctx, text, false)
}
