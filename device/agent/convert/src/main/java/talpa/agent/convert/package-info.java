/**
 * Conversion of an APK's dex files to class files that a JVM runs, with calls redirected that must
 * not reach the host's JDK (see {@code talpa.agent.libcore}).
 *
 * <p>Runs in a process of its own, OUTSIDE any sandbox. dex2jar reads the dex files and says what a
 * class is beside its code, {@code talpa.agent.dalvik} translates the code; this package repairs
 * what a JVM refuses or what would falsify a stack trace. Needs a JVM with verification off: no
 * stack map frames are written, and a constructor call on a superclass of the class just allocated
 * (as R8 emits it) stays as it is.
 */
package talpa.agent.convert;
