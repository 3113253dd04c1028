/**
 * Shadows that keep apps from crashing where a device would not: parts of the framework that
 * Robolectric stubs too far, or that need hardware or a server.
 *
 * <p>Lives INSIDE the sandbox.
 */
package talpa.agent.shadow;
