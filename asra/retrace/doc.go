// Package retrace reads the mapping.txt of R8 or ProGuard and turns traces from the
// names and lines of an obfuscated APK into those of its sources, and back.
//
// One range of lines of a method of the APK stands for one or more frames of the
// sources: several where methods were inlined, none where the compiler made the code.
// Retrace unfolds such a range, Obfuscate folds it up. Both are exact where the mapping
// is unambiguous; elsewhere the names are right and the line is left open, since a
// wrong line is worse than none.
//
// Of R8's remarks (com.android.tools.r8.*) it heeds source files, synthesized members,
// outlines with their call sites, and frames that are rewritten for an exception.
//
// Not modelled: residual signatures, for frames carry none; a mapping of another build,
// which gives wrong names without a sign; partitioned mappings.
package retrace
