@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.test.core.app

import android.app.Activity
import android.content.Intent

class ActivityScenario<A : Activity> {
    companion object {
        @JvmStatic fun <A : Activity> launch(startActivityIntent: Intent): ActivityScenario<A> = TODO()
    }
}
