package virtual

import (
	"fmt"
	"maps"
	"slices"

	"talpa/device"
	"talpa/device/virtual/framework"
	"talpa/device/virtual/permission"
	"talpa/device/virtual/snapshot"
	"talpa/device/virtual/surroundings"
)

// maxMoments bounds the moments that a device keeps.
const maxMoments = 256

// moments are what a device can go back to, by their numbers.
type moments struct {
	store snapshot.Store
	kept  map[int]*moment
}

// moment is all that an app's next process depends on: the files, and how the device is set.
type moment struct {
	app       *app
	files     *snapshot.Tree
	config    configuration
	props     map[string]string
	settings  map[string]map[string]string
	grants    map[string]permission.Grant
	deferred  []framework.ContentOp
	left      string
	outlasts  surroundings.Kept
	clipboard string
	wall      int64
	nextPID   int
}

// userFolders are the folders of what apps and users write.
func userFolders() []string { return []string{"data", "device", dirShared, "tmp", dirProviders} }

// save keeps the present moment under a number. A process that runs goes on: what it has in memory is not kept.
func (s *system) save(a *app, number int) error {
	if number < 0 || number >= maxMoments {
		return fmt.Errorf("%w: moment %d, of at most %d", device.ErrUnsupported, number, maxMoments)
	}
	if old := s.moments.kept[number]; old != nil {
		s.moments.store.Drop(old.files)
		delete(s.moments.kept, number)
	}
	var files *snapshot.Tree
	err := s.whileMounted(s.config.shared, func() (err error) {
		files, err = s.moments.store.Take(s.root, userFolders())
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", device.ErrUnsupported, err)
	}
	if s.moments.kept == nil {
		s.moments.kept = map[int]*moment{}
	}
	s.moments.kept[number] = &moment{
		app: a, files: files, config: s.config.clone(), props: maps.Clone(s.props), settings: s.settings.List(),
		grants: a.Grants.List(), deferred: slices.Clone(s.deferred), left: s.left, outlasts: s.kept,
		clipboard: s.clipboard, wall: s.wall, nextPID: s.nextPID,
	}
	return nil
}

// restore stops the app and goes back to a moment.
func (s *system) restore(a *app, number int) error {
	m := s.moments.kept[number]
	if m == nil || m.app != a {
		return fmt.Errorf("%w: no moment %d of %s is kept", device.ErrUnsupported, number, a.Package)
	}
	if err := s.reset(a); err != nil {
		return err
	}
	for _, dir := range userFolders() {
		if err := empty(s.root, dir); err != nil {
			return err
		}
	}
	if err := s.moments.store.Put(s.root, m.files); err != nil {
		return err
	}
	if err := s.setShared(m.config.shared); err != nil {
		return err
	}
	s.config, s.props, s.deferred = m.config.clone(), maps.Clone(m.props), slices.Clone(m.deferred)
	s.left, s.kept, s.clipboard, s.wall, s.nextPID = m.left, m.outlasts, m.clipboard, m.wall, m.nextPID
	for space, values := range m.settings {
		for name, value := range values {
			s.settings.Put(space, name, value)
		}
	}
	for name, state := range m.grants {
		a.Grants.Set(name, state)
	}
	return nil
}

// clone is a copy that shares nothing that is changed in place.
func (c *configuration) clone() configuration {
	same := *c
	same.apps, same.told = slices.Clone(c.apps), slices.Clone(c.told)
	return same
}
