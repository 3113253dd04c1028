@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.test.espresso.action

import androidx.test.espresso.ViewAction

object ViewActions {
    @JvmStatic fun clearText(): ViewAction = TODO()
    @JvmStatic fun click(): ViewAction = TODO()
    @JvmStatic fun doubleClick(): ViewAction = TODO()
    @JvmStatic fun longClick(): ViewAction = TODO()
    @JvmStatic fun replaceText(stringToBeSet: String): ViewAction = TODO()
    @JvmStatic fun swipeDown(): ViewAction = TODO()
    @JvmStatic fun swipeLeft(): ViewAction = TODO()
    @JvmStatic fun swipeRight(): ViewAction = TODO()
    @JvmStatic fun swipeUp(): ViewAction = TODO()
}
