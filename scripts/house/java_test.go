package main

import (
	"testing"
	"testing/fstest"
)

// TestJavaLines states which lines of Java are code and which are comments.
func TestJavaLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		source         string
		code, comments int
	}{
		"empty":                     {"", 0, 0},
		"code":                      {"package p;\n\nclass A {}\n", 2, 0},
		"a brace is a token":        {"class A {\n}\n", 2, 0},
		"a comment of its own":      {"// A.\nclass A {}\n", 1, 1},
		"a comment behind code":     {"class A {} // A\n", 1, 0},
		"a comment before code":     {"/* A */ class A {}\n", 1, 0},
		"documentation":             {"/**\n * A.\n *\n * <p>B.\n */\nclass A {}\n", 1, 5},
		"an empty line in a text":   {"s = \"\"\"\n\n// x\n\"\"\";\n", 4, 0},
		"no comment in a string":    {"s = \"/*\";\nt = \"*/ //\";\n", 2, 0},
		"an escaped quote":          {"s = \"\\\"/*\";\n// \"\n", 1, 1},
		"a quote as a character":    {"c = '\"';\n// \"\nd = '\\'';\n", 2, 1},
		"a quote inside a comment":  {"// don't\nc = 'x'; // isn't\n", 1, 1},
		"no end of line":            {"class A {}", 1, 0},
		"a string that never ends":  {"s = \"\nt = 1;\n", 2, 0},
		"a comment that never ends": {"class A {}\n/* x\n", 2, 0},
	} {
		if code, comments := javaLines([]byte(c.source)); code != c.code || comments != c.comments {
			t.Errorf("%s: %d lines of code, %d of comments; want %d, %d", name, code, comments, c.code, c.comments)
		}
	}
}

// TestMeasureJava states which files of the agent count for which package.
func TestMeasureJava(t *testing.T) {
	t.Parallel()
	rows, err := measure(fstest.MapFS{
		"device/agent/device/src/main/java/talpa/agent/task/A.java":        text(100, "class A {}"),
		"device/agent/device/src/main/java/talpa/agent/task/B.java":        text(20, "// B"),
		"device/agent/device/src/test/java/talpa/agent/task/ATest.java":    text(10, "class A {}"),
		"device/agent/dist/src/test/java/talpa/agent/task/BTest.java":      text(5, "class A {}\n"),
		"device/agent/dist/src/test/java/dev/talpa/field/TasksTest.java":   text(20, "class A {}"),
		"device/agent/dist/src/test/java/dev/talpa/field/TaskerTest.java":  text(7, "class A {}"),
		"device/agent/dist/src/test/java/dev/talpa/field/Device.java":      text(90, "class A {}"),
		"device/agent/device/src/main/java/talpa/agent/tasker/Tasker.java": text(100, "class A {}"),
		"device/agent/device/target/src/main/java/talpa/agent/task/C.java": text(100, "class A {}"),
		"scripts/bench/flowdroid/src/main/java/talpa/bench/Main.java":      text(100, "class A {}"),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []row{
		{pkg: "talpa.agent.task", code: 100, comments: 20, tests: 10 + 5 + 20},
		{pkg: "talpa.agent.tasker", code: 100, tests: 7},
	}
	if len(rows) != len(want) || rows[0] != want[0] || rows[1] != want[1] {
		t.Errorf("rows %+v, want %+v", rows, want)
	}
}
