/**
 * Programs that the app runs: those of a phone's image whose answers the device knows, and the log
 * that one of them reads.
 *
 * <p>Lives INSIDE the sandbox. {@code talpa.agent.convert} redirects the calls that start them.
 */
package talpa.agent.program;
