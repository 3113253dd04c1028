/**
 * The app's process: what every part of the device needs of it. Its loop and wire, the loader of
 * its classes, its folders, and {@link talpa.agent.process.PerApp}, the state that goes with the
 * app.
 *
 * <p>A leaf: above the clock and the crash reporter it knows no other part of the device.
 */
package talpa.agent.process;
