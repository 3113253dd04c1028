/**
 * The rows of a database query as the framework's {@code CursorWindow} holds them, without native
 * code.
 */
package talpa.agent.cursor;
