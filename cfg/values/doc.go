// Package values tells what a register of a method can hold, beyond that method.
//
// Package origin looks at one method: the argument of a call is a parameter, what a
// field holds, what a call gives back. A Tracer goes on from there, backwards and on
// demand, as a demand-driven points-to analysis does (Sridharan et al., OOPSLA 2005), but
// bounded in depth, fan and steps instead of refined:
//
//	field       to whatever any method writes into it, in any object
//	parameter   to the arguments of the callers; the receiver is left alone, since its
//	            class says more than where it was made
//	result      to what the callees return, up to three of them; a parameter that
//	            is given back is the argument of that very call
//	extra       from getStringExtra("k") to the calls that put an extra of the constant
//	            key "k" into an intent or a bundle
//
// # Likely and definite values
//
// ValuesAt gives what is likely: what a bound cut off is missing, and what cannot be
// followed stands as it is. That serves to name a widget for a person. What is pruned or
// promised must not be missed, so that WidgetIDs, Texts and Classes give every value
// there can be, or nothing and false.
//
// # Texts that are put together
//
// A Pattern is a text of which parts are known: "com.example." and then something. It is
// evaluated over constants, concatenation, string builders, formats, names of classes and
// the name of the package.
//
// # Not modelled
//
// Arrays and collections, arithmetic, what native code or reflection writes, and the
// order in which fields are written.
package values
