/**
 * What the host and the device agree on besides the wire and the order of threads: how the device
 * is started, how an app's classes are opened, the error of a class that is gone, and tables in
 * resources.
 *
 * <p>The module {@code bridge} (packages {@code bridge}, {@code wire}, {@code order}) is all that
 * both worlds see: its classes are loaded once, outside the sandbox. Only types of the JDK cross
 * it. It knows nothing of Android.
 */
package talpa.agent.bridge;
