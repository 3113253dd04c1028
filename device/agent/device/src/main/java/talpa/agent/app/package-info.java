/**
 * The app's process: its package as parsed from the APK, application and providers, permissions,
 * and the session that serves the wire.
 *
 * <p>Lives INSIDE the sandbox, as does all of the module {@code device}. Shadow classes are listed
 * in the resource {@code talpa/agent/shadows.txt}; modules (see {@link talpa.agent.app.Module}) in
 * {@code talpa/agent/modules.txt}; both one class name a line.
 */
package talpa.agent.app;
