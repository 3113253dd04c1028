/**
 * The app's process: its package as parsed from the APK, application and providers, permissions,
 * and the session that serves the wire.
 *
 * <p>Lives INSIDE the sandbox, as do {@code talpa.agent.clock}, {@code crash}, {@code task}, {@code
 * service}, {@code window}, {@code view} and {@code androidx.test}. Outside, in the parent loader,
 * live {@code talpa.agent.Main}, {@code boot}, {@code convert} and {@code wire}: inside code may
 * use {@code wire} alone of them. Shadow classes are listed in the resource {@code
 * talpa/agent/shadows.txt}; modules (see {@link talpa.agent.app.Module}) in {@code
 * talpa/agent/modules.txt}; both one class name a line.
 */
package talpa.agent.app;
