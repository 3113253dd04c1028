package fuzz

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"talpa/device"
	"talpa/fuzz/event"
	"talpa/fuzz/gen"
)

// maxMoments is how many moments a worker's generator may have its device keep.
const maxMoments = 100

// maxPath is the number of events that lead to a moment at most: a script begins with them, and others are to follow.
const maxPath = 400

// moments are what a worker's generator may go back to, and the events that led there from cleared data.
type moments struct {
	traveller gen.Traveller
	device    device.Saver
	paths     map[int][]event.Event
}

// newMoments returns those of a new device, nil if there can be none: it keeps none, the generator wants none, or an
// oracle judges by what came before.
func (w *worker) newMoments(dev device.Device) *moments {
	traveller, ok := w.generator.(gen.Traveller)
	if !ok {
		return nil
	}
	saver, ok := dev.(device.Saver)
	if !ok || !w.oracles.Memoryless() {
		traveller.Moments(0)
		return nil
	}
	traveller.Moments(maxMoments)
	return &moments{traveller: traveller, device: saver, paths: map[int][]event.Event{}}
}

// keep has the device keep the present moment if the generator wants it. played led there.
func (m *moments) keep(ctx context.Context, app device.App, played []event.Event) error {
	if m == nil || len(played) > maxPath {
		return nil
	}
	number, ok := m.traveller.Keep()
	if !ok {
		return nil
	}
	delete(m.paths, number)
	err := m.device.Save(ctx, app, number)
	switch {
	case errors.Is(err, device.ErrUnsupported): // the app's files are too many, and will be
		m.traveller.Moments(0)
		clear(m.paths)
		return nil
	case err != nil:
		return fmt.Errorf("keeping the app's data: %w", err)
	}
	m.paths[number] = slices.Clone(played)
	return nil
}

// back goes back to a moment if the generator wants to, and returns the events that led there.
func (w *worker) back(ctx context.Context) (path []event.Event, ok bool, err error) {
	m := w.moments
	if m == nil {
		return nil, false, nil
	}
	number, ok := m.traveller.Back()
	if !ok {
		return nil, false, nil
	}
	path, ok = m.paths[number]
	if !ok {
		return nil, false, nil // it was not kept
	}
	if err := m.device.Restore(ctx, w.session.app, number); err != nil {
		return nil, false, fmt.Errorf("going back to data that were kept: %w", err)
	}
	w.oracles.Reset()
	return slices.Clone(path), true, w.session.forget(ctx)
}
