package u2

import (
	"encoding/base64"
	"errors"
	"fmt"
)

// Keyboards are the input methods that clients of generation 2 and 3 install to
// type with. The device has both built in.
var Keyboards = []string{"com.github.uiautomator/.FastInputIME", "com.github.uiautomator/.AdbKeyboard"}

// Typed is what a broadcast to a keyboard asks for.
type Typed struct {
	Text   string
	Clear  bool // empty the field first
	Action bool // perform the field's editor action, as the enter key does
}

var errKeyboard = errors.New("not understood by the keyboard")

// Keyboard reads a broadcast by its action and extras. ok is false if it is not
// one for a keyboard.
func Keyboard(action string, extras map[string]any) (t Typed, ok bool, err error) {
	switch action {
	case "ADB_INPUT_TEXT", "ADB_KEYBOARD_INPUT_TEXT":
		t.Text, err = decoded(extras)
	case "ADB_SET_TEXT", "ADB_KEYBOARD_SET_TEXT":
		t.Clear = true
		t.Text, err = decoded(extras)
	case "ADB_CLEAR_TEXT", "ADB_KEYBOARD_CLEAR_TEXT":
		t.Clear = true
	case "ADB_EDITOR_CODE", "ADB_KEYBOARD_EDITOR_CODE", "ADB_KEYBOARD_SMART_ENTER":
		t.Action = true
	case "ADB_KEYBOARD_HIDE":
	default:
		return t, false, nil
	}
	return t, true, err
}

// decoded is the extra "text", which is in base 64.
func decoded(extras map[string]any) (string, error) {
	text, _ := extras["text"].(string)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", fmt.Errorf("%w: the text is not in base 64", errKeyboard)
	}
	return string(data), nil
}
