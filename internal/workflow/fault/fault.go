// Package fault says whose fault an error of a job is: what was given to it, or the machine that runs
// it. An app under test is never at fault for an error: its crashes are results.
package fault

import (
	"errors"

	"talpa/device"
)

// Fault says whose fault an error is.
type Fault int

// The faults.
const (
	User           Fault = iota // bad usage or bad input
	Infrastructure              // device or tool chain
)

// infrastructure marks an error as the infrastructure's.
type infrastructure struct{ err error }

func (e infrastructure) Error() string { return e.err.Error() }
func (e infrastructure) Unwrap() error { return e.err }

// Infra marks err as a fault of the infrastructure; nil stays nil.
func Infra(err error) error {
	if err == nil {
		return nil
	}
	return infrastructure{err}
}

// Of tells whose fault err is. What is not known to be the infrastructure's is the input's, like an
// app that no device installs.
func Of(err error) Fault {
	var i infrastructure
	if errors.Is(err, device.ErrInstall) {
		return User
	}
	if errors.As(err, &i) || errors.Is(err, device.ErrLost) {
		return Infrastructure
	}
	return User
}
