package droidbot

import "strings"

// Typed reads a broadcast to the keyboard: the text for the field with the focus, and whether it goes in place of what
// the field had. ok is false if it is no broadcast to this keyboard.
func Typed(action string, extras map[string]any) (text string, replace, ok bool) {
	if action != "DROIDBOT_INPUT_TEXT" {
		return "", false, false
	}
	text, _ = extras["text"].(string)
	mode, _ := extras["mode"].(int64)
	// A blank would end the word of the command line, so the client writes two dashes.
	return strings.ReplaceAll(text, "--", " "), mode == 0, true
}
