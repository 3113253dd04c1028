/**
 * The phone's finger sensor and its lock, in the place of the system's AuthService and
 * FingerprintService: prompts wait until an event of the user's answers them. The picture of the
 * system's prompt is left out.
 */
package talpa.agent.biometric;
