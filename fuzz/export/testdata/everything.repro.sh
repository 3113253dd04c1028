#!/bin/sh
# Makes this happen again with nothing but adb:
# java.lang.IllegalStateException at org.example.Main$1.onClick
#
# The app has to be installed. ANDROID_SERIAL chooses the device, PAUSE the seconds between
# steps, WAIT the seconds that the crash may take in the end. Widgets are looked for by what
# names them (FIND=no: not), else their pixels are scaled from the display of
# virtual api=35 1080x1920@420 $(touch pwned)
#
# Exit status: 0 it happened, 1 it did not, 2 the app is not installed, 3 the device failed,
# 4 it ran to the end, but no log tells of what is wrong: look at the screen.
set -u
app=org.example
exception=java.lang.IllegalStateException
frame='org.example.Main$1.onClick'
wide=1080 high=1920 # pixels, upright
pause="${PAUSE:-1}"
step=0
turned=no

lost() { echo "adb failed" >&2; exit 3; }
ask() { adb shell "$1" </dev/null 2>/dev/null | tr -d '\r' | tail -n 1; }
phone() { adb shell "$1; true" </dev/null || lost; sleep "$pause"; }
say() { step=$((step + 1)); printf '%2d  %s\n' "$step" "$1"; }
launch() { phone "monkey -p $app -c android.intent.category.LAUNCHER 1 >/dev/null 2>&1"; }

# across X, down Y: where a recorded pixel is on the display that is met.
across() { if [ $turned = yes ]; then echo $(($1 * now_high / high)); else echo $(($1 * now_wide / wide)); fi; }
down() { if [ $turned = yes ]; then echo $(($1 * now_wide / wide)); else echo $(($1 * now_high / high)); fi; }

# place X Y NTH [ATTRIBUTE...]: sets x and y to the widget with the attributes, the NTH from
# 0, else to the recorded pixel.
place() {
	x=$(across "$1") y=$(down "$2") nth=$(($3 + 1))
	shift 3
	if [ $# = 0 ] || [ "${FIND:-yes}" = no ]; then return 0; fi
	first=$1
	nodes=$(adb exec-out uiautomator dump /dev/tty </dev/null 2>/dev/null | tr '>' '\n')
	found=$nodes
	for attribute; do found=$(printf '%s\n' "$found" | grep -F -e " $attribute"); done
	if [ -z "$found" ]; then found=$(printf '%s\n' "$nodes" | grep -F -e " $first"); fi
	# shellcheck disable=SC2046 # four numbers
	set -- $(printf '%s\n' "$found" | sed -n "${nth}p" |
		sed -n 's/.* bounds="\[\([0-9]*\),\([0-9]*\)\]\[\([0-9]*\),\([0-9]*\)\]".*/\1 \2 \3 \4/p')
	if [ $# != 4 ]; then return 0; fi
	if [ "$x" -ge "$1" ] && [ "$x" -lt "$3" ] && [ "$y" -ge "$2" ] && [ "$y" -lt "$4" ]; then return 0; fi
	x=$((($1 + $3) / 2)) y=$((($2 + $4) / 2))
}

tap() { phone "input tap $x $y"; }
twice() { phone "input tap $x $y & input tap $x $y; wait"; }
tap_tap() { phone "input tap $x $y; input tap $x $y"; }
press() { phone "input swipe $x $y $x $y $1"; }
stroke() { echo "input swipe $(across "$1") $(down "$2") $(across "$3") $(down "$4") $5"; }
swipe() { phone "$(stroke "$@")"; }
drag() { phone "input draganddrop $(across "$1") $(down "$2") $(across "$3") $(down "$4") $5"; }
fling() { once=$(stroke "$@" 60); phone "for i in $(seq -s ' ' 12); do $once; done"; }
# As many deletions as a field is long, for most fields; 123 before them is its end.
empty() { phone "input keyevent 123 $(printf '67 %.0s' $(seq 60))"; }

case "$(adb shell "echo talpa; pm path $app; true" </dev/null)" in
*package:*) ;;
*talpa*) echo "$app is not on the device: adb install it first" >&2; exit 2 ;;
*) lost ;;
esac
# shellcheck disable=SC2046 # two numbers; the size that somebody set comes last
set -- $(adb shell 'wm size' </dev/null | tr -d '\r' | sed -n 's/.*size: \([0-9]*\)x\([0-9]*\)$/\1 \2/p' | tail -n 1)
now_wide="${1:-$wide}" now_high="${2:-$high}"

# What the script changes is put back in the end, whatever ends it.
was0=$(ask 'settings get system user_rotation')
was1=$(ask 'settings get system accelerometer_rotation')
was2=$(ask 'settings get system font_scale')
was3=$(ask 'cmd uimode night')
was4=$(ask 'settings get global wifi_on')
was5=$(ask 'settings get global mobile_data')
was6=$(ask 'getprop persist.sys.timezone')
was9=$(ask 'settings get secure location_mode')
was11=$(ask 'settings get global bluetooth_on')
put_back() {
	trap - EXIT
	case "${was0##* }" in
	'' | null) adb shell 'settings delete system user_rotation' ;;
	*) adb shell 'settings put system user_rotation '"${was0##* }" ;;
	esac </dev/null >/dev/null 2>&1
	case "${was1##* }" in
	'' | null) adb shell 'settings delete system accelerometer_rotation' ;;
	*) adb shell 'settings put system accelerometer_rotation '"${was1##* }" ;;
	esac </dev/null >/dev/null 2>&1
	case "${was2##* }" in
	'' | null) adb shell 'settings delete system font_scale' ;;
	*) adb shell 'settings put system font_scale '"${was2##* }" ;;
	esac </dev/null >/dev/null 2>&1
	case "${was3##* }" in
	'' | null) adb shell 'cmd uimode night auto' ;;
	*) adb shell 'cmd uimode night '"${was3##* }" ;;
	esac </dev/null >/dev/null 2>&1
	case "${was4##* }" in
	'' | null) adb shell 'svc wifi enable' ;;
	*) adb shell 'b() { test "$1" = 0 && svc wifi disable || svc wifi enable; }; b '"${was4##* }" ;;
	esac </dev/null >/dev/null 2>&1
	case "${was5##* }" in
	'' | null) adb shell 'svc data enable' ;;
	*) adb shell 'b() { test "$1" = 0 && svc data disable || svc data enable; }; b '"${was5##* }" ;;
	esac </dev/null >/dev/null 2>&1
	case "${was6##* }" in
	'' | null) adb shell true ;;
	*) adb shell 'cmd alarm set-timezone '"${was6##* }" ;;
	esac </dev/null >/dev/null 2>&1
	adb shell 'cmd location providers remove-test-provider gps' </dev/null >/dev/null 2>&1
	adb shell 'appops set shell android:mock_location default' </dev/null >/dev/null 2>&1
	case "${was9##* }" in
	'' | null) adb shell 'settings delete secure location_mode' ;;
	*) adb shell 'settings put secure location_mode '"${was9##* }" ;;
	esac </dev/null >/dev/null 2>&1
	adb shell 'cmd battery reset' </dev/null >/dev/null 2>&1
	case "${was11##* }" in
	'' | null) adb shell true ;;
	*) adb shell 'b() { test "$1" = 0 && svc bluetooth disable || svc bluetooth enable; }; b '"${was11##* }" ;;
	esac </dev/null >/dev/null 2>&1
	adb shell 'svc nfc enable' </dev/null >/dev/null 2>&1
}
trap put_back EXIT
trap 'exit 130' HUP INT TERM

phone "pm clear $app >/dev/null"
adb logcat -c </dev/null
adb logcat -b crash -c </dev/null

say 'Start the app'
launch

say 'Tap "Add (+)"'
place 100 200 1 'resource-id="org.example:id/add"' 'text="Add (+)"' 'class="android.widget.Button"'
tap

say 'Tap twice, fast, "More options"'
place 5 6 0 'content-desc="More options"'
twice

say 'Tap twice, fast, (5, 6)'
place 5 6 0
tap_tap

say 'Long-press (7, 8)'
place 7 8 0
press 800

say 'Type "it'\''s $(touch pwned) `id` \"x\" \\ é\nend" into "old"'
# adb cannot do this: the input command of a phone types ASCII only

say 'Type "it'\''s $(touch pwned) `id` \"x\" \\ 5%s\nend" into the field with the focus'
empty
phone 'input text '\''it'\''\'\'''\''s%s$(touch%spwned)%s`id`%s"x"%s\%s5%'\'''
phone 'input text s'
phone 'input keyevent ENTER'
phone 'input text end'

say 'Empty "old"'
place 9 10 0 'resource-id="org.example:id/name"'
tap
empty

say 'Scroll down in (500, 900)'
swipe 500 900 500 300 300

say 'Swipe from (1, 2) to (3, 4)'
swipe 1 2 3 4 50

say 'Pinch in at (5, 5)'
# adb cannot do this: adb has one finger only

say 'Press Back'
phone 'input keyevent BACK'

say 'Press Home'
phone 'input keyevent HOME'
launch

say 'Press Menu'
phone 'input keyevent MENU'

say 'Press the key ENTER'
phone 'input keyevent ENTER'

say 'Press the key CAMERA'
phone 'input keyevent CAMERA'

say 'Rotate to landscape'
phone 'settings put system accelerometer_rotation 0; settings put system user_rotation 1'
turned=yes

say 'Rotate to portrait'
phone 'settings put system accelerometer_rotation 0; settings put system user_rotation 0'
turned=no

say 'Start activity org.example/.Main'
phone 'am start -W -a android.intent.action.VIEW -d '\''geo:0,0?q='\''\'\'''\''a'\''\'\'''\'''\'' -c android.intent.category.DEFAULT -f 268435456 --es '\''a b'\'' '\''it'\''\'\'''\''s'\'' --es z 1 -n org.example/.Main'

say 'Start activity example://open'
phone 'am start -W -d example://open'

say 'Send broadcast org.example.PING'
phone 'am broadcast -a org.example.PING'

say 'Start service org.example/.Sync'
phone 'am startservice -n org.example/.Sync'

say 'Grant CAMERA'
phone 'pm grant org.example android.permission.CAMERA'

say 'Deny CAMERA'
phone 'pm revoke org.example android.permission.CAMERA'

say 'Let other apps answer cancelled'
# adb cannot do this: other apps answer as they are; work their screens by hand

say 'Set locale to de-DE'
phone 'cmd locale set-app-locales org.example --locales de-DE'

say 'Set fontscale to 1.3'
phone 'settings put system font_scale 1.3'

say 'Set night to yes'
phone 'cmd uimode night yes'

say 'Wait 10 ms'
sleep 0.010

say 'Set network to off'
phone 'svc wifi disable; svc data disable'

say 'Set timezone to Asia/Kolkata'
phone 'cmd alarm set-timezone Asia/Kolkata'

say 'From here on, work in the background takes its time (a slow network, a busy phone)'
# adb cannot do this: only the embedded device can set this: background

say 'The phone is at 48.5,-9 (latitude, longitude, altitude, accuracy, speed)'
phone 'appops set shell android:mock_location allow'
phone 'cmd location providers add-test-provider gps'
phone 'cmd location providers set-test-provider-enabled gps true'
phone 'cmd location providers set-test-provider-location gps --location 48.5,-9'

say 'Switch location off'
phone 'settings put secure location_mode 0'

say 'Pick 3 rows, from (10, 20) on'
place 10 20 0
press 800
place 10 40 0
tap
place 10 60 0
tap

say 'Scroll bottom in (540, 1344)'
fling 540 1344 540 576

say 'Press the action key of the keyboard: done'
phone 'input keyevent ENTER'

say 'Press the key CTRL_LEFT+A'
phone 'input keycombination CTRL_LEFT A'

say 'The system asks for memory back: COMPLETE'
phone 'am send-trim-memory org.example COMPLETE'

say 'Let the next alarm ring'
# adb cannot do this: no command of a phone rings an alarm

say 'Tap the newest notification'
# adb cannot do this: no command works a notification; touch it in the shade

say 'Switch the phone off and on'
phone 'am kill org.example'
phone 'am broadcast -a android.intent.action.BOOT_COMPLETED -p org.example'

say 'Another app asks the provider of content://org.example/a?b='\''c'\'', after the system killed the app in the background'
phone 'input keyevent HOME'
sleep 1.000
phone 'am kill org.example'
phone 'content query --uri '\''content://org.example/a?b='\''\'\'''\''c'\''\'\'''\'''\'''

say 'Stop the app and start it again'
phone 'am force-stop org.example'
launch

say 'Let the system kill the app in the background, and come back to it'
phone 'input keyevent HOME'
sleep 1.000
phone 'am kill org.example'
launch

say 'Leave the app, and let the system kill it in the background'
phone 'input keyevent HOME'
sleep 1.000
phone 'am kill org.example'

say 'A backup starts the app'\''s process, without its Application and providers, and leaves it'
phone 'bmgr backupnow org.example'

say 'Stop the app and clear its data'
phone 'pm clear org.example >/dev/null'

say 'A text message of +4712345 arrives: "two words"'
# adb cannot do this: a phone has no command for it; an emulator has: adb emu sms send +4712345 two words

say 'A call of 5551 arrives'
# adb cannot do this: a phone has no command for it; an emulator has: adb emu gsm call 5551

say 'The sensor acceleration reads 0,9.5,1'
# adb cannot do this: a phone has no command for it; an emulator has: adb emu sensor set acceleration 0:9.5:1

say 'Plug a headset in'
# adb cannot do this: no command plugs a headset in

say 'Touch the finger sensor with the enrolled finger'
# adb cannot do this: a phone has no command for it; an emulator has: adb emu finger touch 1

say 'Take the phone'\''s lock and its enrolled finger away'
# adb cannot do this: no command of a phone does it; do it by hand

say 'Say "Hello"'
# adb cannot do this: no command of a phone speaks; do it by hand

say 'Hold an NFC tag with the text "Hello" to the phone'
# adb cannot do this: no command of a phone holds an NFC tag to it; do it by hand

say 'Hold an NFC tag that is formatted and empty to the phone'
# adb cannot do this: no command of a phone holds an NFC tag to it; do it by hand

say 'The battery is at 5 %'
phone 'cmd battery set level 5'

say 'Plug the charger in: usb'
phone 'cmd battery unplug; cmd battery set usb 1'

say 'Set bluetooth to off'
phone 'svc bluetooth disable'

say 'Set nfc to absent'
# adb cannot do this: a phone has its radios built in

say 'Set network to mobile'
phone 'svc wifi disable; svc data enable'

say 'Uninstall the app, and install the older build'
# adb cannot do this: install the older build by hand

say 'Leave the app, and update it over its data'
# adb cannot do this: install the app over the older build by hand

say 'Let the next job run'
# adb cannot do this: a phone runs a job by its number only: cmd jobscheduler run -f PACKAGE ID

# told LOG: whether the log tells of what is looked for.
told() {
	printf '%s\n' "$1" | grep -q -F "$app" &&
		printf '%s\n' "$1" | grep -q -F "$exception" &&
		printf '%s\n' "$1" | grep -q -F "at $frame("
}
wait="${WAIT:-5}"
while :; do
	log=$(adb logcat -b crash -d </dev/null) || lost
	if told "$log"; then
		printf '%s\n' "$log"
		echo 'java.lang.IllegalStateException at org.example.Main$1.onClick'
		exit 0
	fi
	[ "$wait" -gt 0 ] || break
	wait=$((wait - 1))
	sleep 1
done
case $log in
*"Process: $app"*) printf '%s\n' "$log"; echo 'The app crashed, but this is another crash.' ;;
*) echo 'The app did not crash.' ;;
esac
exit 1
