package trace

import (
	"fmt"
	"strings"
)

// language is a language whose stacks are no stacks of Java code.
type language struct {
	name  string // with the framework that brings it
	marks []string
}

// languages are told by what only their stacks hold.
var languages = []language{
	{"Dart code of Flutter", []string{"(package:flutter/", ".dart:", "(dart:async", "E/flutter", "Dart Error"}},
	{"JavaScript of React Native", []string{"JavascriptException", "index.android.bundle", "ReactNativeJS"}},
	{"Swift or Objective-C code of iOS", []string{"Incident Identifier:", "EXC_BAD_ACCESS", "EXC_CRASH", "EXC_BREAK"}},
	{"C# code of Unity", []string{"UnityEngine.", "Assembly-CSharp", "] in <", ".cs:", "il2cpp"}},
}

// errLanguage names the language of a text whose stacks are not Java's, nil if it is not
// known. Such a crash may have Java frames, all of the library that runs the language.
func errLanguage(text string) error {
	for _, l := range languages {
		for _, mark := range l.marks {
			if strings.Contains(text, mark) {
				return fmt.Errorf("%w: this is %s; only crashes of Java and Kotlin code can be reproduced",
					ErrLanguage, l.name)
			}
		}
	}
	return nil
}

// engines are the libraries that run other languages.
var engines = []string{"com.facebook.react.", "com.facebook.hermes.", "io.flutter.", "com.unity3d."}

// otherCode says that no trace is one of Java code: each is the report of an error that an
// engine passes on, or has no frame of Java's.
func otherCode(traces []Trace) bool {
	for _, t := range traces {
		if t.Native != nil || t.ANR != nil {
			return false // named as what they are
		}
		if !t.hasFrames() || t.passedOn() {
			continue
		}
		for _, th := range t.Chain {
			for _, f := range th.Frames {
				if IsFramework(f.Class) || hasPrefix(f.Class, engines) || hasSuffix(f.File, ".java", ".kt", ".scala", ".groovy") {
					return false
				}
			}
		}
	}
	return true
}

// passedOn says that an engine throws the trace's exception for one of its language.
func (t Trace) passedOn() bool {
	for _, th := range t.Chain {
		if hasPrefix(th.Class, engines) {
			_, _, own := t.Point(func(class string) bool { return ownCode(class) && !hasPrefix(class, engines) })
			return !own
		}
	}
	return false
}

// hasSuffix says whether s ends in one of the endings.
func hasSuffix(s string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}
