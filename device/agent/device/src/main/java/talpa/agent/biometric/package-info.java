/**
 * The phone's finger sensor and its lock, in the place of the system's AuthService and
 * FingerprintService: prompts wait until an event of the user's answers them. The system's prompt
 * is a window above the app's.
 */
package talpa.agent.biometric;
