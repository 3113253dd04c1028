@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.test.espresso

import android.view.View
import org.hamcrest.Matcher

interface ViewAction

class ViewInteraction {
    fun perform(vararg viewActions: ViewAction): ViewInteraction = this
}

object Espresso {
    @JvmStatic fun onView(viewMatcher: Matcher<View>): ViewInteraction = TODO()
}
