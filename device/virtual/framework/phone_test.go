package framework_test

import (
	"strings"
	"testing"
)

// TestLikePhone: what scripts read of a phone's answers, here word for word, with the
// part of Android's sources that prints it.
func TestLikePhone(t *testing.T) {
	t.Parallel()
	const starting = "Starting: Intent { "
	d := startWith(t)
	check(t, d, []row{
		// Intent.toShortString: the order of its parts, the component by its short name.
		{"am start -n p/p.Main", starting + "cmp=p/.Main }\n", 0},
		{"am start -n p/other.Main", starting + "cmp=p/other.Main }\n", 0},
		{"am start -n p/.sub.Main", starting + "cmp=p/.sub.Main }\n", 0},
		{"am start -a a.b.C -c x -c y -d d:e -t t/u -f 0x10000000 p",
			starting + "act=a.b.C cat=[x,y] dat=d:e typ=t/u flg=0x10000000 pkg=p }\n", 0},
		{"am start -n p/.Main -f -1", starting + "flg=0xffffffff cmp=p/.Main }\n", 0},
		{"am start -n p/.Main --es k v", starting + "cmp=p/.Main (has extras) }\n", 0},
		{"am startservice -n p/.S --ez k true", "Starting service: Intent { cmp=p/.S (has extras) }\n", 0},
		// ActivityManagerShellCommand.runSendBroadcast: the flag of the shell is set first.
		{"am broadcast -a a.b.C -p p",
			"Broadcasting: Intent { act=a.b.C flg=0x400000 pkg=p }\nBroadcast completed: result=0\n", 0},
		// PackageManagerShellCommand.displayPackageFilePath: nothing of a package that is not there.
		{"pm path p", "package:/data/app/p-1/base.apk\n", 0},
		{"pm path none; echo $?", "1\n", 0},
		{"cmd package path p", "package:/data/app/p-1/base.apk\n", 0},
		// cmd.cpp: no service is an exit code of its own.
		{"cmd none x 2>/dev/null", "", 20},
		// toybox pidof: all on one line, 1 if there is none.
		{"pidof system_server p", "1200 4001\n", 0},
		{"pidof none; echo $?", "1\n", 0},
		// SettingsService: what is not set is null, what is put answers nothing.
		{"settings get global none", "null\n", 0},
		{"settings put global k 'a b'; settings get global k; settings delete global k; settings get global k",
			"a b\nDeleted 1 rows\nnull\n", 0},
		{"settings delete global none", "Deleted 0 rows\n", 0},
		// WindowManagerShellCommand.
		{"wm size; wm density", "Physical size: 720x1280\nPhysical density: 320\n", 0},
		// toolbox getprop: an empty line for a property that is not set.
		{"getprop none; getprop sys.boot_completed", "\n1\n", 0},
		{"am get-current-user", "0\n", 0},
		{"pm list packages p; pm list packages none", "package:p\n", 0},
		{"pm clear p", "Success\n", 0},
		{"pm clear none", "Failed\n", 1},
		{"pm uninstall none", "Failure [DELETE_FAILED_INTERNAL_ERROR]\n", 1},
	})
}

// TestProcessAnswers: what ps and kill say of an app's process is what pidof says.
func TestProcessAnswers(t *testing.T) {
	t.Parallel()
	d := startWith(t)
	check(t, d, []row{{"am start -n p/.Main >/dev/null; kill 1 4001", "kill: 1: No such process\n", 1}})
	pid, _ := run(t, d, "pidof p")
	list, _ := run(t, d, "ps -A")
	var found []string
	for line := range strings.Lines(list) {
		if f := strings.Fields(line); f[len(f)-1] == "p" {
			found = append(found, f[1])
		}
	}
	if len(found) != 1 || found[0]+"\n" != pid {
		t.Errorf("ps has the processes %q, pidof says %q:\n%s", found, pid, list)
	}
	check(t, d, []row{
		{"kill -9 4001; pidof p", "", 1},
		{"kill 4001", "kill: 4001: No such process\n", 1},
		{"log -p e -t tag some words; logcat -d -v tag -s tag", "--------- beginning of main\nE/tag     : some words\n", 0},
		{"date +%Y-%m-%d; date +%s | wc -c | tr -d ' '", "2025-06-15\n11\n", 0},
	})
}
