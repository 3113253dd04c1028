/**
 * Building the sandbox: which classes it holds, from where, and what is changed in them at load.
 *
 * <p>Lives OUTSIDE the sandbox. Follows the boot chain of Robolectric's simulator module, with an
 * own class loader (order of sources, late app, repairs of Robolectric's classes).
 */
package talpa.agent.boot;
