/**
 * The registry of the instrumentation, by the names that Robolectric links; the real library is an
 * AAR of another repository. Inside the sandbox.
 */
package androidx.test.platform.app;
