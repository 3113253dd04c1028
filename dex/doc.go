// Package dex reads Android's DEX files: the header, the id tables, class
// definitions, code items with their tries and switch payloads, debug lines,
// annotations, static values, method handles and call sites.
//
// It follows the "Dalvik executable format" and "Dalvik bytecode" pages of the
// Android Open Source Project, versions 035 to 041. Parse takes the bytes of one
// file and returns an immutable File; ParseAll also opens the container of
// version 041, which holds several. A Set is the multi-dex view of an app.
//
// # What is checked, and when
//
// Bytes are hostile until proved otherwise. Parse checks what ART's file
// verifier checks and what later code relies on: every table lies inside the
// file, every index inside its table, every class and member is defined once.
// A file that fails is rejected with a *FormatError that names the offset.
//
// Code is checked in the same pass, instruction by instruction, the way ART's
// method verifier does before its data flow: known opcodes, registers inside the
// frame, references inside their tables, branches that land on instructions,
// payloads where they are expected. A method that fails has no Code and
// appears in File.Faults; the rest of the file stays usable, as on a device,
// where only the class of such a method is rejected. So whoever holds a *Code
// can decode it with no error path.
//
// A wrong checksum, SHA-1 signature or length field is a warning
// (File.Warnings), not an error: patched samples are common, and their code is
// what would run after a repair.
//
// Annotations, static values, debug information and call sites are decoded on
// demand, each with its own error.
//
// # Names
//
// Types are written as descriptors ("Lcom/foo/A;", "[I"), methods as
// "Lcom/foo/A;->name(Landroid/view/View;)V", fields as
// "Lcom/foo/A;->name:I". These strings are the identifiers that every other
// package uses. JavaName converts a type to "com.foo.A".
//
// Strings are MUTF-8 in the file and UTF-8 here. A surrogate without its
// partner is kept in its three-byte form, so that different strings stay
// different; such a string is not valid UTF-8.
//
// # What is not modelled
//
// Hidden-API flags, link data and CompactDex (the format inside VDEX files) are
// not read. Signatures (generics) are given as the strings of their annotation.
package dex
