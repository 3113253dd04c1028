/**
 * Permissions that the user decides on: which of them the app holds, how requests for them are
 * answered, and what the system refuses to an app without them, or by the version that it targets.
 */
package talpa.agent.permit;
