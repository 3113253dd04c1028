package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// of is a public class with public methods.
func of(name, super string, methods ...string) class {
	c := class{name: name, super: super, flags: accPublic}
	for _, m := range methods {
		c.methods = append(c.methods, method{name: m, desc: "()V", flags: accPublic})
	}
	return c
}

// closed is the class with its methods private.
func closed(c class) class {
	for i := range c.methods {
		c.methods[i].flags = 0
	}
	return c
}

func TestSince(t *testing.T) {
	t.Parallel()
	const object, view, text, button = "java/lang/Object", "android/view/View", "android/widget/TextView", "android/widget/Button"
	for name, test := range map[string]struct {
		levels map[int][]class
		want   string
	}{
		"a class that all have tells nothing": {
			map[int][]class{16: {of(view, object, "draw")}, 35: {of(view, object, "draw")}}, "",
		},
		"a later member": {
			map[int][]class{16: {of(view, object, "draw")}, 21: {of(view, object, "draw", "lift")},
				35: {of(view, object, "draw", "lift")}},
			view + " 0 21 lift()V",
		},
		"a later class, whose first members are no news": {
			map[int][]class{16: {of(view, object)}, 21: {of(text, view, "a")}, 35: {of(view, object), of(text, view, "a", "b")}},
			text + " 21 35 b()V",
		},
		"what is inherited is not told again": {
			map[int][]class{16: {of(view, object), of(text, view)},
				35: {of(view, object, "lift"), of(text, view, "lift")}},
			view + " 0 35 lift()V",
		},
		"a subclass that had a member earlier": {
			map[int][]class{16: {of(view, object), of(text, view, "lift"), of(button, text)},
				35: {of(view, object, "lift"), of(text, view, "lift"), of(button, text)}},
			view + " 0 35 lift()V\n" + text + " 0 0 lift()V",
		},
		"a member that moved up is no news": {
			map[int][]class{16: {of(view, object), of(text, view, "lift")}, 35: {of(view, object), of(text, view), of(button, text)}},
			button + " 35",
		},
		"constructors are not inherited": {
			map[int][]class{16: {of(view, object, "<init>"), of(text, view)},
				35: {of(view, object, "<init>"), of(text, view, "<init>")}},
			text + " 0 35 <init>()V",
		},
		"a member that was closed before": {
			map[int][]class{16: {of(view, object)}, 17: {closed(of(view, object, "lift"))}, 21: {of(view, object, "lift")}},
			view + " 0 -17 lift()V 21 lift()V",
		},
		"a member that stays closed": {map[int][]class{16: {of(view, object)}, 17: {closed(of(view, object, "lift"))}}, ""},
		"what is gone tells nothing": {map[int][]class{16: {of(view, object, "draw")}, 35: {}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := histories{}
			for level := oldest; level <= newest; level++ {
				classes, known := test.levels[level]
				for l := level; l >= oldest && !known; l-- { // as on the level before
					classes, known = test.levels[l]
				}
				for _, c := range classes {
					all.add(c, level, bit(level))
				}
			}
			var b bytes.Buffer
			all.write(&b)
			if got := strings.TrimSpace(b.String()); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestSinceOfJava states when parts of Java 7 and 8 came, which the jars of Android do not tell.
func TestSinceOfJava(t *testing.T) {
	t.Parallel()
	all := histories{}
	all.add(of("java/util/Old", "java/lang/Object", "a"), oldest, from(oldest))
	all.add(of("java/util/Old", "java/lang/Object", "a", "b"), java8, from(java8))
	all.add(of("java/lang/Throwable", "java/lang/Object", "getMessage", "addSuppressed"), oldest, from(oldest))
	all.add(of("java/lang/String", "java/lang/Object", "join"), oldest, from(oldest))
	var b bytes.Buffer
	all.write(&b)
	want := "java/lang/String 0 26 join()V\njava/lang/Throwable 0 19 addSuppressed()V\njava/util/Old 0 24 b()V\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestSinceRefuses(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "since")
	for args, want := range map[string]string{
		"15=a.jar": "level 16 to 35", "x": "say LEVEL=JAR", "java8=x": "are wanted", "21=/none": "no such file",
	} {
		if err := sinceOf([]string{args}, out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

// TestIsOneOf: a part is a package, a class with those in it, or the begin of a member's name; another
// class whose name begins as that of the part is none.
func TestIsOneOf(t *testing.T) {
	for name, want := range map[string]bool{
		"java/lang/reflect/Parameter":                                                true,
		"java/lang/reflect/Parameter.getName()Ljava/lang/String;":                    true,
		"java/lang/reflect/ParameterizedType":                                        false,
		"java/lang/reflect/ParameterizedType.getRawType()Ljava/lang/reflect/Type;":   false,
		"java/lang/reflect/Method.getParameters()[Ljava/lang/reflect/Parameter;":     true,
		"a/B.type()Ljava/lang/reflect/ParameterizedType;":                            false,
		"java/util/Base64$Decoder":                                                   true,
		"java/time/Instant":                                                          true,
		"java/lang/Byte.toUnsignedInt(B)I":                                           true,
		"java/lang/Byte.toString()Ljava/lang/String;":                                false,
		"java/lang/ProcessBuilder.start()Ljava/lang/Process;":                        false,
		"java/lang/Process.isAlive()Z":                                               true,
		"java/lang/reflect/AnnotatedParameterizedType.getAnnotatedActualTypes()[L;.": false,
	} {
		if got := isOneOf(lateJava, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
