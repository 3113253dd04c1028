/**
 * Ports of the app's loopback that lead out of the device, as the user of adb said ({@code adb
 * reverse}). The app has a network of its own, so what it sends there goes through a socket file of
 * the front's, which lets it on to those ports only.
 */
package talpa.agent.reverse;
