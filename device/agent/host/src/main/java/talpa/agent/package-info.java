/**
 * The JVM agent of the embedded virtual device: runs one Android app as one process on a JVM, with
 * the framework of android-all and Robolectric's shadows, and a device around it.
 *
 * <p>Two worlds in one JVM, each a module of the build. Outside (the JVM's own class path): {@code
 * host} and {@code convert}. Inside the sandbox (a class loader of its own, with the framework and
 * the app): {@code device}. Both see {@code bridge}.
 */
package talpa.agent;
