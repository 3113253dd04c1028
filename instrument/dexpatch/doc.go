// Package dexpatch carries out an instrument.Plan by patching DEX bytes in
// place: no disassembly, no Java, some hundred milliseconds an app.
//
// No string, type or method is added, so all id tables and every index in the
// code stay as they are. What changes is code items, the class_data items that
// point to them, and the debug_info items of changed methods: addresses move, and
// variables are left out where they would name other registers. AOSP's verifier (libdexfile, dex_file_verifier.cc)
// wants every item inside the section of its kind, items back to back, and
// zeros in the gaps; therefore a changed section is written anew as a whole:
// where it was if it fits there, which it does when methods shrink, else at the
// end of the file, leaving zeros behind.
//
// Not supported: the container form of DEX 041, and files with broken code
// items, whose length cannot be known.
package dexpatch
