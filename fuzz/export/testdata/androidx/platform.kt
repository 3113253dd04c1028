@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.test.platform.app

import android.app.Instrumentation

object InstrumentationRegistry {
    @JvmStatic fun getInstrumentation(): Instrumentation = TODO()
}
