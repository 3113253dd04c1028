package icfg

// bindWidgets finds the widgets that callbacks are bound to.
func (b *builder) bindWidgets() {}
