package dex

import "fmt"

// HandleKind is what a method handle does.
type HandleKind uint16

// The kinds of method handles.
const (
	HandleStaticPut HandleKind = iota
	HandleStaticGet
	HandleInstancePut
	HandleInstanceGet
	HandleInvokeStatic
	HandleInvokeInstance
	HandleInvokeConstructor
	HandleInvokeDirect
	HandleInvokeInterface
)

// MethodHandle is a reference to a method or field that can be called.
type MethodHandle struct {
	Kind   HandleKind
	Method MethodRef // of the invoke kinds
	Field  FieldRef  // of the put and get kinds
}

// HandleAt is method handle i.
func (f *File) HandleAt(i uint32) (MethodHandle, error) {
	t := f.section(MapMethodHandle, 8)
	if i >= t.Size {
		return MethodHandle{}, faultf(t.Off, "expected a method handle below %d, found %d", t.Size, i)
	}
	off := t.Off + 8*i
	h := MethodHandle{Kind: HandleKind(u16at(f.data, off))}
	member := uint32(u16at(f.data, off+4))
	switch {
	case h.Kind <= HandleInstanceGet && member < f.Header.FieldIDs.Size:
		h.Field = f.FieldAt(member)
	case h.Kind > HandleInstanceGet && h.Kind <= HandleInvokeInterface && member < f.Header.MethodIDs.Size:
		h.Method = f.MethodAt(member)
	default:
		return MethodHandle{}, faultf(off, "expected a method handle of an existing member, found kind %d of %d",
			h.Kind, member)
	}
	return h, nil
}

// CallSite is what an invoke-custom links to: the bootstrap method is called
// once with the name, the type and the arguments, and gives the target.
type CallSite struct {
	Bootstrap MethodHandle
	Name      string
	Desc      string  // type of the call, "(Lcom/foo/A;)Ljava/lang/Runnable;"
	Args      []Value // further arguments of the bootstrap method
}

// NumCallSites is the number of call sites.
func (f *File) NumCallSites() int { return int(f.section(MapCallSiteID, 4).Size) }

// CallSiteAt is call site i.
func (f *File) CallSiteAt(i uint32) (CallSite, error) {
	t := f.section(MapCallSiteID, 4)
	if i >= t.Size {
		return CallSite{}, faultf(t.Off, "expected a call site below %d, found %d", t.Size, i)
	}
	r := f.valuesAt(u32at(f.data, t.Off+4*i))
	values := r.array()
	if r.err != nil {
		return CallSite{}, fmt.Errorf("call site %d: %w", i, r.err)
	}
	if len(values) < 3 || values[0].Kind != ValueMethodHandle || values[1].Kind != ValueString ||
		values[2].Kind != ValueMethodType {
		return CallSite{}, faultf(t.Off+4*i, "expected call site %d to hold a method handle, a name and a type", i)
	}
	handle, err := f.HandleAt(uint32(values[0].Int))
	if err != nil {
		return CallSite{}, fmt.Errorf("call site %d: %w", i, err)
	}
	return CallSite{Bootstrap: handle, Name: values[1].Str, Desc: values[2].Str, Args: values[3:]}, nil
}

// Lambda is the method that a call site of a lambda or method reference runs.
// ok is false for other bootstrap methods than those of LambdaMetafactory.
func (f *File) Lambda(site CallSite) (impl MethodHandle, ok bool) {
	const factory = "Ljava/lang/invoke/LambdaMetafactory;"
	if site.Bootstrap.Method.Class != factory || len(site.Args) < 3 || site.Args[1].Kind != ValueMethodHandle {
		return MethodHandle{}, false
	}
	impl, err := f.HandleAt(uint32(site.Args[1].Int))
	return impl, err == nil && impl.Kind >= HandleInvokeStatic
}
