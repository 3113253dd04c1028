package gen

// Traveller is a generator that goes back to moments that the device kept. Whoever runs it says how many there may be,
// asks it after each Observe whether to keep the present one, and before each Next whether to go back to one.
type Traveller interface {
	// Moments says that the device keeps so many moments from now on, numbered from 0, and has none yet; with 0 it
	// keeps none.
	Moments(n int)
	// Keep returns the number under which the present moment is to be kept, in place of what was; false if it is not.
	Keep() (number int, ok bool)
	// Back returns the moment to go back to; false to go on. Next is asked then, with the app stopped: what the last
	// events did is undone, and so are they in a script.
	Back() (number int, ok bool)
}
