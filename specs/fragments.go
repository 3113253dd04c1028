package specs

// Fragments are the types that apps derive fragments from: the platform's own and those of the support libraries,
// which are in the app. No other type is a supertype of all three.
func Fragments() []string {
	return []string{"Landroid/app/Fragment;", "Landroid/support/v4/app/Fragment;", "Landroidx/fragment/app/Fragment;"}
}
