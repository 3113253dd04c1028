package dex

import "strings"

// Access holds the access_flags of a class, field or method.
type Access uint32

// The access flags; some bits mean one thing for fields, another for methods.
const (
	AccPublic       Access = 0x1
	AccPrivate      Access = 0x2
	AccProtected    Access = 0x4
	AccStatic       Access = 0x8
	AccFinal        Access = 0x10
	AccSynchronized Access = 0x20
	AccVolatile     Access = 0x40 // fields
	AccBridge       Access = 0x40 // methods
	AccTransient    Access = 0x80 // fields
	AccVarargs      Access = 0x80 // methods
	AccNative       Access = 0x100
	AccInterface    Access = 0x200
	AccAbstract     Access = 0x400
	AccStrict       Access = 0x800
	AccSynthetic    Access = 0x1000
	AccAnnotation   Access = 0x2000
	AccEnum         Access = 0x4000
	AccConstructor  Access = 0x10000
	AccDeclaredSync Access = 0x20000
)

// Has reports whether all of the flags are set.
func (a Access) Has(flags Access) bool { return a&flags == flags }

var accessWords = []struct {
	bit  Access
	word [3]string // class, field, method; "" where the bit says nothing
}{
	{AccPublic, [3]string{"public", "public", "public"}},
	{AccPrivate, [3]string{"private", "private", "private"}},
	{AccProtected, [3]string{"protected", "protected", "protected"}},
	{AccStatic, [3]string{"static", "static", "static"}},
	{AccFinal, [3]string{"final", "final", "final"}},
	{AccSynchronized, [3]string{"", "", "synchronized"}},
	{AccBridge, [3]string{"", "volatile", "bridge"}},
	{AccVarargs, [3]string{"", "transient", "varargs"}},
	{AccNative, [3]string{"", "", "native"}},
	{AccInterface, [3]string{"interface", "", ""}},
	{AccAbstract, [3]string{"abstract", "", "abstract"}},
	{AccStrict, [3]string{"", "", "strictfp"}},
	{AccSynthetic, [3]string{"synthetic", "synthetic", "synthetic"}},
	{AccAnnotation, [3]string{"annotation", "", ""}},
	{AccEnum, [3]string{"enum", "enum", ""}},
	{AccConstructor, [3]string{"", "", "constructor"}},
	{AccDeclaredSync, [3]string{"", "", "declared-synchronized"}},
}

func (a Access) words(column int) string {
	var words []string
	for _, w := range accessWords {
		if a&w.bit != 0 && w.word[column] != "" {
			words = append(words, w.word[column])
		}
	}
	return strings.Join(words, " ")
}

// ClassWords, FieldWords and MethodWords write the flags in smali's words,
// separated by blanks: "public final synthetic".
func (a Access) ClassWords() string { return a.words(0) }

// FieldWords writes the flags of a field.
func (a Access) FieldWords() string { return a.words(1) }

// MethodWords writes the flags of a method.
func (a Access) MethodWords() string { return a.words(2) }
