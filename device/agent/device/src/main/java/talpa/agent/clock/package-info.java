/**
 * Virtual time: the main loop that runs the app until it is idle, and the clock it moves.
 *
 * <p>Lives INSIDE the sandbox. Time stands still while code runs and jumps to the next message when
 * nothing is left to do; so the same inputs give the same run, and waiting costs nothing. What it
 * does not model: code that takes time to compute, and app threads whose order is decided by the
 * scheduler of the host.
 */
package talpa.agent.clock;
