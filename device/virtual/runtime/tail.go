package runtime

import (
	"strings"
	"sync"
)

// tail keeps the last bytes written. Safe for use by several goroutines.
type tail struct {
	mu    sync.Mutex
	buf   []byte
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - t.limit; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.buf))
}

// quoted is the text as the end of an error message.
func (t *tail) quoted() string {
	s := t.String()
	if len(s) > 1500 {
		s = "..." + s[len(s)-1500:]
	}
	if s == "" {
		return ""
	}
	return "\n" + s
}
