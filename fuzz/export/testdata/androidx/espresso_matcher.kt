@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.test.espresso.matcher

import android.view.View
import org.hamcrest.Matcher

object ViewMatchers {
    @JvmStatic fun hasDescendant(descendantMatcher: Matcher<View>): Matcher<View> = TODO()
    @JvmStatic fun isDisplayed(): Matcher<View> = TODO()
    @JvmStatic fun withContentDescription(text: String): Matcher<View> = TODO()
    @JvmStatic fun withId(id: Int): Matcher<View> = TODO()
    @JvmStatic fun withText(text: String): Matcher<View> = TODO()
}
