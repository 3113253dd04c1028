package apk

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/shogo82148/androidbinary"
)

// ID is a resource id, 0xPPTTEEEE: package, type, entry. 0 is no resource.
type ID uint32

// String is the id as it appears in code, "0x7f0a0012".
func (id ID) String() string { return fmt.Sprintf("0x%08x", uint32(id)) }

// Package is 0x7f for the app, 0x01 for the framework.
func (id ID) Package() uint8 { return uint8(id >> 24) }

// Type is the type of a Value, numbered as in the binary forms.
type Type = androidbinary.DataType

// The types of values. Type numbers outside this list keep their Data.
const (
	TypeNull      = androidbinary.TypeNull
	TypeReference = androidbinary.TypeReference // Data is an ID, "@id/add"
	TypeAttribute = androidbinary.TypeAttribute // Data is the ID of a theme attribute, "?attr/x"
	TypeString    = androidbinary.TypeString
	TypeFloat     = androidbinary.TypeFloat
	TypeDimension = androidbinary.TypeDemention
	TypeFraction  = androidbinary.TypeFraction
	TypeInt       = androidbinary.TypeIntDec
	TypeHex       = androidbinary.TypeIntHex // also flags and enumerations
	TypeBool      = androidbinary.TypeIntBoolean
	TypeColor     = androidbinary.TypeIntColorARGB8 // the first of four colour types

	// The references that shared libraries resolve at run time.
	typeDynamicReference Type = 0x07
	typeDynamicAttribute Type = 0x08
)

// Value is one typed value of an attribute or resource.
type Value struct {
	Type Type
	Data uint32 // as in the file; an index into a string pool for TypeString
	Str  string // the text of a TypeString
}

// readValue decodes a Res_value of 8 bytes.
func readValue(b []byte, pool stringPool) Value {
	v := Value{Type: Type(b[3]), Data: binary.LittleEndian.Uint32(b[4:])}
	switch v.Type {
	case TypeString:
		v.Str = pool.get(v.Data)
	case typeDynamicReference:
		v.Type = TypeReference
	case typeDynamicAttribute:
		v.Type = TypeAttribute
	}
	return v
}

// Ref is the id that a reference or theme attribute names, else 0.
func (v Value) Ref() ID {
	if v.Type == TypeReference || v.Type == TypeAttribute {
		return ID(v.Data)
	}
	return 0
}

// IsColor says whether the value is a colour of any notation.
func (v Value) IsColor() bool { return v.Type >= TypeColor && v.Type <= androidbinary.TypeLastColorInt }

// Int is the value of an integer, boolean (0 or 1) or colour; else ok is false.
func (v Value) Int() (n int64, ok bool) {
	switch {
	case v.Type == TypeInt:
		return int64(int32(v.Data)), true
	case v.Type == TypeHex, v.IsColor():
		return int64(v.Data), true
	case v.Type == TypeBool && v.Data != 0:
		return 1, true
	case v.Type == TypeBool:
		return 0, true
	}
	return 0, false
}

// Bool is the value of a boolean or integer; else ok is false.
func (v Value) Bool() (b, ok bool) {
	n, ok := v.Int()
	return n != 0, ok
}

// Float is the value of a float, or the number in front of a dimension's unit.
func (v Value) Float() (f float64, ok bool) {
	switch v.Type {
	case TypeFloat:
		return float64(math.Float32frombits(v.Data)), true
	case TypeDimension, TypeFraction:
		return complexNumber(v.Data), true
	}
	return 0, false
}

// String is the value as text, with ids in hex: "@0x7f0a0012",
// "?0x01010030", "16dp", "true", "-1". Resources.Format gives names.
func (v Value) String() string {
	switch v.Type {
	case TypeNull:
		if v.Data == 1 {
			return "@empty"
		}
		return "@null"
	case TypeReference:
		if v.Data == 0 {
			return "@null"
		}
		return "@" + ID(v.Data).String()
	case TypeAttribute:
		return "?" + ID(v.Data).String()
	case TypeString:
		return v.Str
	case TypeFloat:
		return strconv.FormatFloat(float64(math.Float32frombits(v.Data)), 'g', -1, 32)
	case TypeDimension:
		return number(complexNumber(v.Data)) + unit(v.Data, "px", "dp", "sp", "pt", "in", "mm")
	case TypeFraction:
		return number(100*complexNumber(v.Data)) + unit(v.Data, "%", "%p")
	case TypeBool:
		return strconv.FormatBool(v.Data != 0)
	case TypeInt:
		return strconv.Itoa(int(int32(v.Data)))
	}
	if v.IsColor() {
		return fmt.Sprintf("#%08x", v.Data)
	}
	return fmt.Sprintf("0x%08x", v.Data)
}

// complexNumber decodes the mantissa and radix of a dimension or fraction.
func complexNumber(data uint32) float64 {
	mantissa := float64(int32(data & 0xffffff00))
	shift := [4]float64{1.0 / (1 << 8), 1.0 / (1 << 15), 1.0 / (1 << 23), 1.0 / (1 << 31)}
	return mantissa * shift[data>>4&3]
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }

func unit(data uint32, names ...string) string {
	if i := data & 0xf; int(i) < len(names) {
		return names[i]
	}
	return fmt.Sprintf("(unit %d)", data&0xf)
}
