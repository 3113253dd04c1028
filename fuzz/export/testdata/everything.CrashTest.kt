package org.example.regression

import android.content.Intent
import android.os.ParcelFileDescriptor.AutoCloseInputStream
import android.os.ParcelFileDescriptor.AutoCloseOutputStream
import android.os.SystemClock
import androidx.test.ext.junit.runners.AndroidJUnit4
import androidx.test.filters.SdkSuppress
import androidx.test.platform.app.InstrumentationRegistry
import androidx.test.uiautomator.By
import androidx.test.uiautomator.BySelector
import androidx.test.uiautomator.UiDevice
import androidx.test.uiautomator.UiObject2
import androidx.test.uiautomator.Until
import org.junit.After
import org.junit.Assert.assertFalse
import org.junit.Assert.assertTrue
import org.junit.Before
import org.junit.Test
import org.junit.runner.RunWith

// Fails as long as this happens:
// java.lang.IllegalStateException at org.example.Main$1.onClick
//
// The test clears the app's data and outlives its crash, so it belongs into a test module of its
// own (plugin com.android.test, with android.experimental.self-instrumenting), and not into the
// app's androidTest. It needs androidx.test.uiautomator 2.2 or newer and androidx.test.ext:junit.
// Widgets are looked for by what names them, else their pixels are scaled from the display of
// virtual api=35 1080x1920@420 $(touch pwned)
@RunWith(AndroidJUnit4::class)
@SdkSuppress(minSdkVersion = 31)
class CrashTest {
    private val instrumentation = InstrumentationRegistry.getInstrumentation()
    private val device = UiDevice.getInstance(instrumentation)
    private val kept = mutableListOf<String>()

    @Before
    fun begin() {
        assertTrue("$APP is not on the device", shell("pm path $APP").contains("package:"))
        keep("settings get system user_rotation", "settings put system user_rotation ", "settings delete system user_rotation")
        keep("settings get system accelerometer_rotation", "settings put system accelerometer_rotation ", "settings delete system accelerometer_rotation")
        keep("settings get system font_scale", "settings put system font_scale ", "settings delete system font_scale")
        keep("cmd uimode night", "cmd uimode night ", "cmd uimode night auto")
        keep("settings get global wifi_on", "b() { test \"\$1\" = 0 && svc wifi disable || svc wifi enable; }; b ", "svc wifi enable")
        keep("settings get global mobile_data", "b() { test \"\$1\" = 0 && svc data disable || svc data enable; }; b ", "svc data enable")
        keep("getprop persist.sys.timezone", "cmd alarm set-timezone ", "true")
        keep("", "cmd location providers remove-test-provider gps", "")
        keep("", "appops set shell android:mock_location default", "")
        keep("settings get secure location_mode", "settings put secure location_mode ", "settings delete secure location_mode")
        keep("", "cmd battery reset", "")
        keep("settings get global bluetooth_on", "b() { test \"\$1\" = 0 && svc bluetooth disable || svc bluetooth enable; }; b ", "true")
        keep("", "svc nfc enable", "")
        shell("pm clear $APP")
        shell("logcat -c; logcat -b crash -c")
    }

    @After
    fun putBack() = kept.forEach { shell(it) }

    @Test
    fun doesNotFail() {
        // 1. Start the app
        launch()
        // 2. Tap "Add (+)"
        tap(100, 200, By.res("org.example:id/add").text("Add (+)"), 1)
        // 3. Tap twice, fast, "More options"
        twice(5, 6, By.desc("More options"))
        // 4. Tap twice, fast, (5, 6)
        twice(5, 6)
        // 5. Long-press (7, 8)
        press(7, 8)
        // 6. Type "it's $(touch pwned) `id` \"x\" \\ é\nend" into "old"
        tap(9, 10, By.res("org.example:id/name"))
        type("it's \$(touch pwned) `id` \"x\" \\ é\nend")
        // 7. Type "it's $(touch pwned) `id` \"x\" \\ 5%s\nend" into the field with the focus
        type("it's \$(touch pwned) `id` \"x\" \\ 5%s\nend")
        // 8. Empty "old"
        tap(9, 10, By.res("org.example:id/name"))
        type("")
        // 9. Scroll down in (500, 900)
        swipe(500, 900, 500, 300, 300)
        // 10. Swipe from (1, 2) to (3, 4)
        swipe(1, 2, 3, 4, 50)
        // 11. Pinch in at (5, 5)
        pinchIn(5, 5)
        // 12. Press Back
        shell("input keyevent BACK")
        // 13. Press Home
        shell("input keyevent HOME")
        launch()
        // 14. Press Menu
        shell("input keyevent MENU")
        // 15. Press the key ENTER
        shell("input keyevent ENTER")
        // 16. Press the key CAMERA
        shell("input keyevent CAMERA")
        // 17. Rotate to landscape
        shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
        // 18. Rotate to portrait
        shell("settings put system accelerometer_rotation 0; settings put system user_rotation 0")
        // 19. Start activity org.example/.Main
        shell("am start -W -a android.intent.action.VIEW -d 'geo:0,0?q='\\''a'\\''' -c android.intent.category.DEFAULT -f 268435456 --es 'a b' 'it'\\''s' --es z 1 -n org.example/.Main")
        // 20. Start activity example://open
        shell("am start -W -d example://open")
        // 21. Send broadcast org.example.PING
        shell("am broadcast -a org.example.PING")
        // 22. Start service org.example/.Sync
        shell("am startservice -n org.example/.Sync")
        // 23. Grant CAMERA
        shell("pm grant org.example android.permission.CAMERA")
        // 24. Deny CAMERA
        shell("pm revoke org.example android.permission.CAMERA")
        // 25. Let other apps answer cancelled
        // UI Automator cannot do this: other apps answer as they are; work their screens by hand
        // 26. Set locale to de-DE
        shell("cmd locale set-app-locales org.example --locales de-DE")
        // 27. Set fontscale to 1.3
        shell("settings put system font_scale 1.3")
        // 28. Set night to yes
        shell("cmd uimode night yes")
        // 29. Wait 10 ms
        SystemClock.sleep(10)
        // 30. Set network to off
        shell("svc wifi disable; svc data disable")
        // 31. Set timezone to Asia/Kolkata
        shell("cmd alarm set-timezone Asia/Kolkata")
        // 32. From here on, work in the background takes its time (a slow network, a busy phone)
        // UI Automator cannot do this: only the embedded device can set this: background
        // 33. The phone is at 48.5,-9 (latitude, longitude, altitude, accuracy, speed)
        shell("appops set shell android:mock_location allow")
        shell("cmd location providers add-test-provider gps")
        shell("cmd location providers set-test-provider-enabled gps true")
        shell("cmd location providers set-test-provider-location gps --location 48.5,-9")
        // 34. Switch location off
        shell("settings put secure location_mode 0")
        // 35. Pick 3 rows, from (10, 20) on
        press(10, 20)
        tap(10, 40)
        tap(10, 60)
        // 36. Scroll bottom in (540, 1344)
        repeat(12) { swipe(540, 1344, 540, 576, 60) }
        // 37. Press the action key of the keyboard: done
        shell("input keyevent ENTER")
        // 38. Press the key CTRL_LEFT+A
        shell("input keycombination CTRL_LEFT A")
        // 39. The system asks for memory back: COMPLETE
        shell("am send-trim-memory org.example COMPLETE")
        // 40. Let the next alarm ring
        // UI Automator cannot do this: no command of a phone rings an alarm
        // 41. Tap the newest notification
        // UI Automator cannot do this: no command works a notification; touch it in the shade
        // 42. Switch the phone off and on
        shell("am kill org.example")
        shell("am broadcast -a android.intent.action.BOOT_COMPLETED -p org.example")
        // 43. Another app asks the provider of content://org.example/a?b='c', after the system killed the app in the background
        shell("input keyevent HOME")
        SystemClock.sleep(1000)
        shell("am kill org.example")
        shell("content query --uri 'content://org.example/a?b='\\''c'\\'''")
        // 44. Stop the app and start it again
        shell("am force-stop org.example")
        launch()
        // 45. Let the system kill the app in the background, and come back to it
        shell("input keyevent HOME")
        SystemClock.sleep(1000)
        shell("am kill org.example")
        launch()
        // 46. Leave the app, and let the system kill it in the background
        shell("input keyevent HOME")
        SystemClock.sleep(1000)
        shell("am kill org.example")
        // 47. A backup starts the app's process, without its Application and providers, and leaves it
        shell("bmgr backupnow org.example")
        // 48. Stop the app and clear its data
        shell("pm clear org.example >/dev/null")
        // 49. A text message of +4712345 arrives: "two words"
        // UI Automator cannot do this: a phone has no command for it; an emulator has: adb emu sms send +4712345 two words
        // 50. A call of 5551 arrives
        // UI Automator cannot do this: a phone has no command for it; an emulator has: adb emu gsm call 5551
        // 51. The sensor acceleration reads 0,9.5,1
        // UI Automator cannot do this: a phone has no command for it; an emulator has: adb emu sensor set acceleration 0:9.5:1
        // 52. Plug a headset in
        // UI Automator cannot do this: no command plugs a headset in
        // 53. Touch the finger sensor with the enrolled finger
        // UI Automator cannot do this: a phone has no command for it; an emulator has: adb emu finger touch 1
        // 54. Take the phone's lock and its enrolled finger away
        // UI Automator cannot do this: no command of a phone does it; do it by hand
        // 55. Say "Hello"
        // UI Automator cannot do this: no command of a phone speaks; do it by hand
        // 56. Hold an NFC tag with the text "Hello" to the phone
        // UI Automator cannot do this: no command of a phone holds an NFC tag to it; do it by hand
        // 57. Hold an NFC tag that is formatted and empty to the phone
        // UI Automator cannot do this: no command of a phone holds an NFC tag to it; do it by hand
        // 58. The battery is at 5 %
        shell("cmd battery set level 5")
        // 59. Plug the charger in: usb
        shell("cmd battery unplug; cmd battery set usb 1")
        // 60. Set bluetooth to off
        shell("svc bluetooth disable")
        // 61. Set nfc to absent
        // UI Automator cannot do this: a phone has its radios built in
        // 62. Set network to mobile
        shell("svc wifi disable; svc data enable")
        // 63. Uninstall the app, and install the older build
        // UI Automator cannot do this: install the older build by hand
        // 64. Leave the app, and update it over its data
        // UI Automator cannot do this: install the app over the older build by hand
        // 65. Let the next job run
        // UI Automator cannot do this: a phone runs a job by its number only: cmd jobscheduler run -f PACKAGE ID
        SystemClock.sleep(AFTER)
        val log = shell("logcat -b crash -d")
        assertFalse(log, happened(log))
    }

    /** Whether the log tells of the failure. */
    private fun happened(log: String): Boolean =
        log.contains(APP) && log.contains(EXCEPTION) && log.contains("at $FRAME")

    private fun launch() {
        val intent = checkNotNull(instrumentation.context.packageManager.getLaunchIntentForPackage(APP))
        instrumentation.context.startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
        device.wait(Until.hasObject(By.pkg(APP)), PATIENCE)
    }

    private fun tap(x: Int, y: Int, widget: BySelector? = null, nth: Int = 0) {
        val (atX, atY) = place(x, y, widget, nth)
        device.click(atX, atY)
        device.waitForIdle()
    }

    private fun twice(x: Int, y: Int, widget: BySelector? = null, nth: Int = 0) {
        val (atX, atY) = place(x, y, widget, nth)
        device.click(atX, atY)
        device.click(atX, atY)
        device.waitForIdle()
    }

    private fun press(x: Int, y: Int, widget: BySelector? = null, nth: Int = 0) {
        val (atX, atY) = place(x, y, widget, nth)
        device.swipe(atX, atY, atX, atY, 160) // steps of 5 ms
        device.waitForIdle()
    }

    private fun swipe(x: Int, y: Int, x2: Int, y2: Int, millis: Int) {
        val (fromX, fromY) = scaled(x, y)
        val (toX, toY) = scaled(x2, y2)
        device.swipe(fromX, fromY, toX, toY, maxOf(millis / 5, 2))
        device.waitForIdle()
    }

    private fun pinchIn(x: Int, y: Int, widget: BySelector? = null, nth: Int = 0) =
        under(x, y, widget, nth).pinchClose(0.6f)

    private fun under(x: Int, y: Int, widget: BySelector?, nth: Int): UiObject2 {
        val (atX, atY) = place(x, y, widget, nth)
        return device.findObjects(By.pkg(APP)).last { it.visibleBounds.contains(atX, atY) }
    }

    private fun type(text: String) {
        device.wait(Until.findObject(By.focused(true)), PATIENCE)?.text = text
        device.waitForIdle()
    }

    /** Where the widget is, or where the recorded pixel is on this display. */
    private fun place(x: Int, y: Int, widget: BySelector?, nth: Int): Pair<Int, Int> {
        val recorded = scaled(x, y)
        if (widget == null || !device.wait(Until.hasObject(widget), PATIENCE)) return recorded
        val found = device.findObjects(widget).getOrNull(nth) ?: return recorded
        val bounds = found.visibleBounds
        if (bounds.contains(recorded.first, recorded.second)) return recorded
        return bounds.centerX() to bounds.centerY()
    }

    private fun scaled(x: Int, y: Int): Pair<Int, Int> {
        val turned = (device.displayWidth > device.displayHeight) != (WIDTH > HEIGHT)
        val (width, height) = if (turned) HEIGHT to WIDTH else WIDTH to HEIGHT
        return x * device.displayWidth / width to y * device.displayHeight / height
    }

    /** Runs a command in the phone's shell, which reads quotes as a shell does. */
    private fun shell(command: String): String {
        val (output, input) = instrumentation.uiAutomation.executeShellCommandRw("sh")
        AutoCloseOutputStream(input).use { it.write("$command\nexit\n".toByteArray()) }
        return AutoCloseInputStream(output).bufferedReader().use { it.readText() }
    }

    /** Notes how to put a setting of the phone back. */
    private fun keep(read: String, write: String, reset: String) {
        val value = if (read == "") "" else shell(read).trim().substringAfterLast(' ')
        kept += if (read != "" && (value == "" || value == "null")) reset else write + value
    }

    private companion object {
        const val APP = "org.example"
        const val EXCEPTION = "java.lang.IllegalStateException"
        const val FRAME = "org.example.Main\$1.onClick("
        const val WIDTH = 1080 // pixels, upright
        const val HEIGHT = 1920
        const val PATIENCE = 3_000L // ms
        const val AFTER = 5_000L // ms that it may take in the end
    }
}
