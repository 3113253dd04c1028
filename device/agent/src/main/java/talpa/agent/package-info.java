/**
 * The JVM agent of the embedded virtual device: runs one Android app as one process on a JVM, with
 * the framework of android-all and Robolectric's shadows, and a device around it.
 *
 * <p>Two worlds in one JVM. Outside (system class loader): {@link talpa.agent.Main}, {@code boot},
 * {@code wire}, {@code convert}. Inside the sandbox (a class loader of its own, with the framework
 * and the app): everything else. See {@code talpa.agent.app} for the rules.
 */
package talpa.agent;
