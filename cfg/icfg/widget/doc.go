// Package widget joins the widgets of an app to its code: which of them a callback is
// bound to, and which a value in the code stands for.
//
// # What the XML says
//
// An Index is read off layouts, menus and preference screens: the elements by id, what is
// around them, which are hidden or disabled at first, which entries a preference screen
// has. A layout has one tree for each configuration (land, sw600dp); what elements of one
// id do not agree on is left out.
//
//	<include>    the tree stands below the element; its id and visibility may be set there
//	<merge>      its children stand in the place of the root
//	ViewStub     its layout stands below it, under android:inflatedId
//	<fragment>   an element with the class of the fragment
//
// # What the code says
//
// A Describer follows a value back (package values) until it meets what names a widget: a
// call that takes a resource id (findViewById, a view holder's or a binding's), a field
// that view binding has named after an id (buttonOk for id/button_ok), a view that the
// code makes, with the text that it gets there, an item of Menu.add, findPreference.
// Builders, which give back themselves, are looked through.
//
// # Bindings
//
// Bind looks at every call that hands over an object with callbacks (package listener). The
// classes of the object are known by its values, the widgets by the receiver; so each
// callback of such a class by the type of the parameter is bound to them:
//
//	view.setOnClickListener(this)    the view
//	builder.setPositiveButton(t, l)  the button, by its number and text
//	builder.setItems(R.array.x, l)   each row
//	android:onClick="save"           the elements of the layouts that the class inflates
//	onOptionsItemSelected            the items of the menus that the class inflates or makes
//	registerForContextMenu(v)        v, to the method that makes the menu
//	<my.Preference>                  its entries, to the methods of the class
//
// A widget that is bound may be one too many, never a proof: what must hold for sure asks
// values.Tracer.WidgetIDs.
//
// # Not modelled
//
// Listeners that a library registers on its own widgets, rows that an adapter fills with
// text of its own, views found by tag, styles that set a listener.
package widget
