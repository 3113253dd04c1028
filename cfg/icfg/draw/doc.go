// Package draw makes pictures of a program: the dummy mains of its components, the
// neighbourhood of a method, its screens with what opens them, the trees of its layouts.
//
// The result is a diagram.Diagram, of which others make dot, SVG or JSON. Nothing is
// found out here: what a picture shows stands in icfg.Program and screen.Screens, so that
// a picture can be believed as far as they can.
package draw
