/**
 * Android's providers of cryptography where they differ from the JDK's: the key store, whose keys
 * are kept with the app's data, none in hardware, and the main provider's name. Not modelled:
 * attestation, keys that need the user's presence.
 */
package talpa.agent.keystore;
