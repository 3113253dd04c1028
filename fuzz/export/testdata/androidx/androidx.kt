// What exported tests call of AndroidX, declared by hand and not compared with it: the
// artefacts lie in a repository that builds here do not reach. These declarations say
// nothing of behaviour.
@file:Suppress("UNUSED_PARAMETER", "unused")

package androidx.test.uiautomator

import android.app.Instrumentation
import android.graphics.Rect

class BySelector {
    fun res(resourceName: String): BySelector = this
    fun text(textValue: String): BySelector = this
    fun desc(contentDescription: String): BySelector = this
}

object By {
    @JvmStatic fun res(resourceName: String): BySelector = BySelector()
    @JvmStatic fun text(text: String): BySelector = BySelector()
    @JvmStatic fun desc(contentDescription: String): BySelector = BySelector()
    @JvmStatic fun pkg(applicationPackage: String): BySelector = BySelector()
    @JvmStatic fun focused(isFocused: Boolean): BySelector = BySelector()
}

interface Condition<T, U>

abstract class SearchCondition<U> : Condition<Any, U>

object Until {
    @JvmStatic fun hasObject(selector: BySelector): SearchCondition<Boolean> = TODO()
    @JvmStatic fun findObject(selector: BySelector): SearchCondition<UiObject2> = TODO()
}

abstract class UiObject2 {
    abstract val visibleBounds: Rect
    abstract var text: String?
    abstract fun pinchClose(percent: Float)
    abstract fun pinchOpen(percent: Float)
}

abstract class UiDevice {
    abstract val displayWidth: Int
    abstract val displayHeight: Int
    abstract fun click(x: Int, y: Int): Boolean
    abstract fun swipe(startX: Int, startY: Int, endX: Int, endY: Int, steps: Int): Boolean
    abstract fun drag(startX: Int, startY: Int, endX: Int, endY: Int, steps: Int): Boolean
    abstract fun waitForIdle()
    abstract fun hasObject(selector: BySelector): Boolean
    abstract fun findObjects(selector: BySelector): List<UiObject2>
    abstract fun <U> wait(condition: SearchCondition<U>, timeout: Long): U

    companion object {
        @JvmStatic fun getInstance(instrumentation: Instrumentation): UiDevice = TODO()
    }
}
