/**
 * Who answers an intent: the app's own components, and the apps that every phone has, which are
 * screens of ours or answers without a screen.
 *
 * <p>Not modelled: apps that the user installed beside, preferred activities, links that are
 * verified.
 */
package talpa.agent.intents;
