// Package apk reads what an Android package (APK) says about an app: the zip
// archive, its DEX files as bytes, the binary manifest, the resource table and
// the XML resources (layouts, menus, preference screens, navigation graphs).
// It says nothing about code; package dex reads that.
//
// An Archive is immutable after Open or Parse and safe for concurrent use.
// Every input is taken for hostile: all offsets are checked, all sizes
// budgeted, and what cannot be read is an *Error that names entry and offset.
//
// # Formats
//
// The binary forms are those of AOSP's frameworks/base,
// libs/androidfw/include/androidfw/ResourceTypes.h: chunks (Chunk), string
// pools, binary XML (AXML) and the resource table (ARSC) with bags, sparse,
// 16-bit-offset and compact entries. Not modelled: style spans of strings,
// overlays, staged aliases, and split APKs (one Archive is one file).
//
// # Libraries
//
// Two libraries do what they do well, and only behind our own validation:
//
//   - github.com/shogo82148/androidbinary (MIT) gives the vocabulary of value
//     types and configurations and the rules by which Android prefers one
//     configuration to another (ResTableConfig.Match and IsBetterThan). Its
//     readers are not used: they fail on documents without namespace chunks, do
//     not tell references from dimensions, colours or theme attributes, know no
//     bags, no names and no compact entries, and trust string lengths.
//   - github.com/avast/apkparser (LGPL-3.0) reads zip entries whose headers name a
//     compression that does not exist, by the rules by which Android reads them.
//     Its reader of XML can loop on a chunk of zero length and trusts chunk sizes:
//     it is used in tests only.
//
// The names of the framework's attributes, for documents whose names a shrinker
// blanked and for theme attributes, are of package specs.
//
// Typed values, attribute ids, line numbers, bags and every configuration come
// from the reader of this package; the tests hold it against both libraries and
// against aapt2.
package apk
