/**
 * What the app asks of the network, by Android's rules: who may use it, from which thread, in clear
 * text or not, and which interfaces a phone has. Calls are redirected here when the app is
 * converted. Where there is a way out of the device ({@code Gate}), channels and datagrams are led
 * there.
 *
 * <p>Not modelled: asynchronous channels, and the rules for traffic in the background.
 */
package talpa.agent.network;
