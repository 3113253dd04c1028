/**
 * The Android key store as a provider of the JDK's: keys are kept with the app's data, none are in
 * hardware. Not modelled: attestation, keys that need the user's presence.
 */
package talpa.agent.keystore;
