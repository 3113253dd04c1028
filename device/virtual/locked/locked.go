// Package locked is a lock that owns what it guards: there is no way to the value but
// while the lock is held. A function that takes a pointer to the value therefore runs
// under the lock, and its signature says so where a comment would have to.
package locked

import "sync"

// Value is a value that one goroutine at a time can use. Make it with New; it must
// not be copied.
type Value[T any] struct {
	mu    sync.Mutex
	value *T
}

// New gives a value into the lock's care. The caller keeps no pointer to it, and
// what the value points to belongs to it, or is safe for use by several goroutines.
func New[T any](value *T) *Value[T] { return &Value[T]{value: value} }

// With calls f with the value when it is free. f must not call With of the same
// Value, nor keep the pointer.
func (l *Value[T]) With(f func(*T)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(l.value)
}
