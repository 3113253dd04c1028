/**
 * Crashes, ANRs and exits of the app, in the words of Android.
 *
 * <p>Lives INSIDE the sandbox. Follows the form of {@code RuntimeInit.KillApplicationHandler} and
 * of {@code Throwable.printStackTrace} on ART.
 */
package talpa.agent.crash;
