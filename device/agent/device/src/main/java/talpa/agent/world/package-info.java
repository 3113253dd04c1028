/**
 * What happens around the app, as the system and the hardware tell of it: places, the network, the
 * clock, storage, alarms, notifications. Each is a wire method that calls the listeners that the
 * app has registered with the framework's managers. Which listeners there are, the app's process
 * tells with every answer ({@code Module.registrations}).
 *
 * <p>Not modelled: what hardware does between two of these calls.
 */
package talpa.agent.world;
