/**
 * What Robolectric's classes call after {@code talpa.agent.boot.Patches} changed them at load:
 * repairs of wrong answers, and caches in front of slow ones.
 *
 * <p>Lives INSIDE the sandbox.
 */
package talpa.agent.patch;
