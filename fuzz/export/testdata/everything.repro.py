#!/usr/bin/env python3
# Makes this happen again with uiautomator2 (pip install uiautomator2):
# java.lang.IllegalStateException at org.example.Main$1.onClick
#
# The app has to be installed. The first argument is the serial of the device, PAUSE the
# seconds between steps, WAIT the seconds that the crash may take in the end. Widgets are
# looked for by what names them, else their pixels are scaled from the display of
# virtual api=35 1080x1920@420 $(touch pwned)
#
# Exit status: 0 it happened, 1 it did not, 2 the app is not installed, 3 the device failed,
# 4 it ran to the end, but no log tells of what is wrong: look at the screen.
import os
import sys
import time
import traceback

import uiautomator2

APP = "org.example"
KIND = "java"
EXCEPTION = "java.lang.IllegalStateException"
FRAME = "org.example.Main$1.onClick"
WIDTH, HEIGHT = 1080, 1920  # pixels, upright
PAUSE = float(os.environ.get("PAUSE", "1"))
WAIT = float(os.environ.get("WAIT", "5"))
# What the script changes: how to read it, to put it back, and to reset it.
SETTINGS = [
    ("settings get system user_rotation", "settings put system user_rotation ", "settings delete system user_rotation"),
    ("settings get system accelerometer_rotation", "settings put system accelerometer_rotation ", "settings delete system accelerometer_rotation"),
    ("settings get system font_scale", "settings put system font_scale ", "settings delete system font_scale"),
    ("cmd uimode night", "cmd uimode night ", "cmd uimode night auto"),
    ("settings get global wifi_on", "b() { test \"$1\" = 0 && svc wifi disable || svc wifi enable; }; b ", "svc wifi enable"),
    ("settings get global mobile_data", "b() { test \"$1\" = 0 && svc data disable || svc data enable; }; b ", "svc data enable"),
    ("getprop persist.sys.timezone", "cmd alarm set-timezone ", "true"),
    ("", "cmd location providers remove-test-provider gps", ""),
    ("", "appops set shell android:mock_location default", ""),
    ("settings get secure location_mode", "settings put secure location_mode ", "settings delete secure location_mode"),
    ("", "cmd battery reset", ""),
    ("settings get global bluetooth_on", "b() { test \"$1\" = 0 && svc bluetooth disable || svc bluetooth enable; }; b ", "true"),
    ("", "svc nfc enable", ""),
]

device = uiautomator2.connect(sys.argv[1] if len(sys.argv) > 1 else None)


def phone(command):
    """Runs a command in the phone's shell and returns what it printed."""
    return device.shell(command).output


def say(number, text):
    time.sleep(PAUSE)
    print("%2d  %s" % (number, text), flush=True)


def launch():
    phone("monkey -p %s -c android.intent.category.LAUNCHER 1" % APP)


def scaled(x, y):
    """Where a recorded pixel is on the display that is met."""
    width, height = device.window_size()
    turned = (width > height) != (WIDTH > HEIGHT)
    return (x * width // (HEIGHT if turned else WIDTH), y * height // (WIDTH if turned else HEIGHT))


class Place(tuple):
    """A recorded pixel, and the widget that was there."""

    widget = None


def find(pixel, **names):
    """The place of the widget with the names; of the pixel where there is none."""
    place = Place(pixel)
    first = next(iter(names.items()))
    for selector in (names, dict([first])):
        found = device(**selector)
        if found.wait(timeout=2):
            place.widget = found
            break
    return place


def point(place):
    x, y = scaled(*place)
    widget = getattr(place, "widget", None)
    if widget is None:
        return x, y
    bounds = widget.info["bounds"]
    if bounds["left"] <= x < bounds["right"] and bounds["top"] <= y < bounds["bottom"]:
        return x, y
    return (bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2


def tap(place):
    device.click(*point(place))


def twice(place):
    device.double_click(*point(place), duration=0.05)


def press(place, seconds):
    device.long_click(*point(place), duration=seconds)


def swipe(x, y, x2, y2, seconds, times=1):
    for _ in range(times):
        device.swipe(*scaled(x, y), *scaled(x2, y2), duration=seconds)


def drag(x, y, x2, y2, seconds):
    device.drag(*scaled(x, y), *scaled(x2, y2), duration=seconds)


def pinch(place, way):
    widget = getattr(place, "widget", None) or device(packageName=APP)
    (widget.pinch_in if way == "in" else widget.pinch_out)(percent=60, steps=20)


def write(place, text):
    """Empties the field at the place, or the one with the focus, and types."""
    if place is not None:
        tap(place)
    device(focused=True).set_text(text)


def log():
    return phone("logcat -d" if KIND == "anr" else "logcat -b crash -d")


def told(text):
    """Whether the log tells of what is looked for."""
    if KIND == "anr":
        return "ANR in " + APP in text
    return APP in text and EXCEPTION in text and (not FRAME or "at %s(" % FRAME in text)


def steps():
    phone("pm clear " + APP)
    phone("logcat -c; logcat -b crash -c")
    say(1, "Start the app")
    launch()
    say(2, "Tap \"Add (+)\"")
    tap(find((100, 200), resourceId="org.example:id/add", text="Add (+)", className="android.widget.Button", instance=1))
    say(3, "Tap twice, fast, \"More options\"")
    twice(find((5, 6), description="More options"))
    say(4, "Tap twice, fast, (5, 6)")
    twice((5, 6))
    say(5, "Long-press (7, 8)")
    press((7, 8), 0.800)
    say(6, "Type \"it's $(touch pwned) `id` \\\"x\\\" \\\\ é\\nend\" into \"old\"")
    write(find((9, 10), resourceId="org.example:id/name"), "it's $(touch pwned) `id` \"x\" \\ é\nend")
    say(7, "Type \"it's $(touch pwned) `id` \\\"x\\\" \\\\ 5%s\\nend\" into the field with the focus")
    write(None, "it's $(touch pwned) `id` \"x\" \\ 5%s\nend")
    say(8, "Empty \"old\"")
    write(find((9, 10), resourceId="org.example:id/name"), "")
    say(9, "Scroll down in (500, 900)")
    swipe(500, 900, 500, 300, 0.300, times=1)
    say(10, "Swipe from (1, 2) to (3, 4)")
    swipe(1, 2, 3, 4, 0.050, times=1)
    say(11, "Pinch in at (5, 5)")
    pinch((5, 5), "in")
    say(12, "Press Back")
    phone("input keyevent BACK")
    say(13, "Press Home")
    phone("input keyevent HOME")
    launch()
    say(14, "Press Menu")
    phone("input keyevent MENU")
    say(15, "Press the key ENTER")
    phone("input keyevent ENTER")
    say(16, "Press the key CAMERA")
    phone("input keyevent CAMERA")
    say(17, "Rotate to landscape")
    phone("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    say(18, "Rotate to portrait")
    phone("settings put system accelerometer_rotation 0; settings put system user_rotation 0")
    say(19, "Start activity org.example/.Main")
    phone("am start -W -a android.intent.action.VIEW -d 'geo:0,0?q='\\''a'\\''' -c android.intent.category.DEFAULT -f 268435456 --es 'a b' 'it'\\''s' --es z 1 -n org.example/.Main")
    say(20, "Start activity example://open")
    phone("am start -W -d example://open")
    say(21, "Send broadcast org.example.PING")
    phone("am broadcast -a org.example.PING")
    say(22, "Start service org.example/.Sync")
    phone("am startservice -n org.example/.Sync")
    say(23, "Grant CAMERA")
    phone("pm grant org.example android.permission.CAMERA")
    say(24, "Deny CAMERA")
    phone("pm revoke org.example android.permission.CAMERA")
    say(25, "Let other apps answer cancelled")
    # uiautomator2 cannot do this: other apps answer as they are; work their screens by hand
    say(26, "Set locale to de-DE")
    phone("cmd locale set-app-locales org.example --locales de-DE")
    say(27, "Set fontscale to 1.3")
    phone("settings put system font_scale 1.3")
    say(28, "Set night to yes")
    phone("cmd uimode night yes")
    say(29, "Wait 10 ms")
    time.sleep(0.010)
    say(30, "Set network to off")
    phone("svc wifi disable; svc data disable")
    say(31, "Set timezone to Asia/Kolkata")
    phone("cmd alarm set-timezone Asia/Kolkata")
    say(32, "From here on, work in the background takes its time (a slow network, a busy phone)")
    # uiautomator2 cannot do this: only the embedded device can set this: background
    say(33, "The phone is at 48.5,-9 (latitude, longitude, altitude, accuracy, speed)")
    phone("appops set shell android:mock_location allow")
    phone("cmd location providers add-test-provider gps")
    phone("cmd location providers set-test-provider-enabled gps true")
    phone("cmd location providers set-test-provider-location gps --location 48.5,-9")
    say(34, "Switch location off")
    phone("settings put secure location_mode 0")
    say(35, "Pick 3 rows, from (10, 20) on")
    press((10, 20), 0.800)
    tap((10, 40))
    tap((10, 60))
    say(36, "Scroll bottom in (540, 1344)")
    swipe(540, 1344, 540, 576, 0.060, times=12)
    say(37, "Press the action key of the keyboard: done")
    phone("input keyevent ENTER")
    say(38, "Press the key CTRL_LEFT+A")
    phone("input keycombination CTRL_LEFT A")
    say(39, "The system asks for memory back: COMPLETE")
    phone("am send-trim-memory org.example COMPLETE")
    say(40, "Let the next alarm ring")
    # uiautomator2 cannot do this: no command of a phone rings an alarm
    say(41, "Tap the newest notification")
    # uiautomator2 cannot do this: no command works a notification; touch it in the shade
    say(42, "Switch the phone off and on")
    phone("am kill org.example")
    phone("am broadcast -a android.intent.action.BOOT_COMPLETED -p org.example")
    say(43, "Another app asks the provider of content://org.example/a?b='c', after the system killed the app in the background")
    phone("input keyevent HOME")
    time.sleep(1.000)
    phone("am kill org.example")
    phone("content query --uri 'content://org.example/a?b='\\''c'\\'''")
    say(44, "Stop the app and start it again")
    phone("am force-stop org.example")
    launch()
    say(45, "Let the system kill the app in the background, and come back to it")
    phone("input keyevent HOME")
    time.sleep(1.000)
    phone("am kill org.example")
    launch()
    say(46, "Leave the app, and let the system kill it in the background")
    phone("input keyevent HOME")
    time.sleep(1.000)
    phone("am kill org.example")
    say(47, "A backup starts the app's process, without its Application and providers, and leaves it")
    phone("bmgr backupnow org.example")
    say(48, "Stop the app and clear its data")
    phone("pm clear org.example >/dev/null")
    say(49, "A text message of +4712345 arrives: \"two words\"")
    # uiautomator2 cannot do this: a phone has no command for it; an emulator has: adb emu sms send +4712345 two words
    say(50, "A call of 5551 arrives")
    # uiautomator2 cannot do this: a phone has no command for it; an emulator has: adb emu gsm call 5551
    say(51, "The sensor acceleration reads 0,9.5,1")
    # uiautomator2 cannot do this: a phone has no command for it; an emulator has: adb emu sensor set acceleration 0:9.5:1
    say(52, "Plug a headset in")
    # uiautomator2 cannot do this: no command plugs a headset in
    say(53, "Touch the finger sensor with the enrolled finger")
    # uiautomator2 cannot do this: a phone has no command for it; an emulator has: adb emu finger touch 1
    say(54, "Take the phone's lock and its enrolled finger away")
    # uiautomator2 cannot do this: no command of a phone does it; do it by hand
    say(55, "Say \"Hello\"")
    # uiautomator2 cannot do this: no command of a phone speaks; do it by hand
    say(56, "Hold an NFC tag with the text \"Hello\" to the phone")
    # uiautomator2 cannot do this: no command of a phone holds an NFC tag to it; do it by hand
    say(57, "Hold an NFC tag that is formatted and empty to the phone")
    # uiautomator2 cannot do this: no command of a phone holds an NFC tag to it; do it by hand
    say(58, "The battery is at 5 %")
    phone("cmd battery set level 5")
    say(59, "Plug the charger in: usb")
    phone("cmd battery unplug; cmd battery set usb 1")
    say(60, "Set bluetooth to off")
    phone("svc bluetooth disable")
    say(61, "Set nfc to absent")
    # uiautomator2 cannot do this: a phone has its radios built in
    say(62, "Set network to mobile")
    phone("svc wifi disable; svc data enable")
    say(63, "Uninstall the app, and install the older build")
    # uiautomator2 cannot do this: install the older build by hand
    say(64, "Leave the app, and update it over its data")
    # uiautomator2 cannot do this: install the app over the older build by hand
    say(65, "Let the next job run")
    # uiautomator2 cannot do this: a phone runs a job by its number only: cmd jobscheduler run -f PACKAGE ID


def outcome():
    if not KIND:
        print("java.lang.IllegalStateException at org.example.Main$1.onClick" + "\nNo log tells of it: look at the screen.")
        return 4
    end = time.time() + WAIT
    while not told(log()) and time.time() < end:
        time.sleep(1)
    text = log()
    if told(text):
        print(text if KIND != "anr" else "ANR in " + APP)
        print("java.lang.IllegalStateException at org.example.Main$1.onClick")
        return 0
    if "Process: " + APP in text:
        print(text + "\nThe app crashed, but this is another crash.")
    else:
        print("The app did not crash.")
    return 1


def main():
    if "package:" not in phone("pm path " + APP):
        print(APP + " is not on the device: adb install it first", file=sys.stderr)
        return 2
    kept = [(read and phone(read).strip().split(" ")[-1], write, reset) for read, write, reset in SETTINGS]
    try:
        try:
            steps()
        except Exception:  # the crash may take the screen away under a step
            if not KIND or not told(log()):
                raise
        return outcome()
    finally:
        for value, write, reset in kept:
            phone(reset if value == "null" or value == "" and reset else write + value)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception:
        traceback.print_exc()
        sys.exit(3)
