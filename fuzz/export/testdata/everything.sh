#!/bin/sh
# Makes the crash happen again with nothing but adb. The app has to be
# installed. ANDROID_SERIAL chooses the device, PAUSE the seconds between steps.
# Pixels are those of the device that the script was recorded on:
# virtual api=35 1080x1920@420 $(touch pwned)
# Exit status: 0 the app crashed, 1 it did not, 2 it is not installed, 3 the
# device failed.
set -u
app=org.example
pause="${PAUSE:-1}"
step=0

device() { adb shell "$1; true" </dev/null || { echo "adb failed" >&2; exit 3; }; sleep "$pause"; }
say() { step=$((step + 1)); printf '%2d  %s\n' "$step" "$1"; }
launch() { device "monkey -p $app -c android.intent.category.LAUNCHER 1 >/dev/null 2>&1"; }
empty() { device 'input keyevent 123; input keyevent 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67'; }

case "$(adb shell "pm path $app" </dev/null)" in
package:*) ;;
*) echo "$app is not on the device: adb install it first" >&2; exit 2 ;;
esac
device "pm clear $app >/dev/null"
adb logcat -b crash -c

say 'Start the app'
launch

say 'Tap "Add (+)"'
device 'input tap 100 200'

say 'Tap twice, fast, "More options"'
device 'input tap 5 6 & input tap 5 6 & wait'

say 'Tap twice, fast, (5, 6)'
device 'input tap 5 6; input tap 5 6'

say 'Long-press (7, 8)'
device 'input swipe 7 8 7 8 800'

say 'Type "it'\''s $(touch pwned) `id` \"x\" \\ é\nend" into "old"'
device 'input tap 9 10'
empty
device 'input text '\''it'\''\'\'''\''s%s$(touch%spwned)%s`id`%s"x"%s\%sé
end'\'''

say 'Empty "old"'
device 'input tap 9 10'
empty

say 'Scroll down in (500, 900)'
device 'input swipe 500 900 500 300 300'

say 'Swipe from (1, 2) to (3, 4)'
device 'input swipe 1 2 3 4 50'

say 'Pinch in at (5, 5)'
# adb alone cannot do this: pinch in at=5,5

say 'Press Back'
device 'input keyevent BACK'

say 'Press Home'
device 'input keyevent HOME'
launch

say 'Press Menu'
device 'input keyevent MENU'

say 'Press the key ENTER'
device 'input keyevent ENTER'

say 'Press the key CAMERA'
device 'input keyevent CAMERA'

say 'Rotate to landscape'
device 'settings put system accelerometer_rotation 0; settings put system user_rotation 1'

say 'Rotate to portrait'
device 'settings put system accelerometer_rotation 0; settings put system user_rotation 0'

say 'Start activity org.example/.Main'
device 'am start -W -a android.intent.action.VIEW -d '\''geo:0,0?q='\''\'\'''\''a'\''\'\'''\'''\'' -c android.intent.category.DEFAULT -f 268435456 --es '\''a b'\'' '\''it'\''\'\'''\''s'\'' --es z 1 -n org.example/.Main'

say 'Start activity example://open'
device 'am start -W -d example://open'

say 'Send broadcast org.example.PING'
device 'am broadcast -a org.example.PING'

say 'Start service org.example/.Sync'
device 'am startservice -n org.example/.Sync'

say 'Grant CAMERA'
device "pm grant $app "android.permission.CAMERA

say 'Deny CAMERA'
device "pm revoke $app "android.permission.CAMERA

say 'Let other apps answer cancelled'
# adb alone cannot do this: answer cancelled

say 'Set locale to de-DE'
device "cmd locale set-app-locales $app --locales "de-DE

say 'Set fontscale to 1.3'
device 'settings put system font_scale 1.3'

say 'Set night to yes'
device 'cmd uimode night yes'

say 'Wait 10 ms'
sleep 0.010

say 'Stop the app and start it again'
device "am force-stop $app"
launch

say 'Let the system kill the app in the background, and come back to it'
device 'input keyevent HOME'
device "am kill $app"
launch

say 'Stop the app and clear its data'
device "pm clear $app >/dev/null"

sleep "$pause"
if adb logcat -b crash -d | grep -F "Process: $app"; then
	adb logcat -b crash -d
	exit 0
fi
echo 'The app did not crash.'
exit 1
