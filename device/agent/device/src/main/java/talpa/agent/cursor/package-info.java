/**
 * The rows of a database query as the framework's {@code CursorWindow} holds them, without native
 * code: windows that are full where a device's are, with conversions in SQLite's words.
 *
 * <p>Not modelled: memory that processes share. Rows of another process are handed over by the
 * framework's bulk cursors, in this one.
 */
package talpa.agent.cursor;
