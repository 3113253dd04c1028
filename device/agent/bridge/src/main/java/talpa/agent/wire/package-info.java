/**
 * The wire: frames, JSON and the registry of methods through which the front drives one app
 * process.
 *
 * <p>Lives OUTSIDE the sandbox (in the parent class loader), so that both the host side and the
 * device side inside the sandbox see the same classes. Only JDK types cross it. It knows nothing of
 * Android.
 */
package talpa.agent.wire;
