package talpa.agent.wire;

/** What answers one method of the wire. */
@FunctionalInterface
public interface Handler {
  /**
   * Does the request.
   *
   * @return the result: a map, or a {@link Blob}; null means an empty object
   * @throws WireException if the request cannot be done; any other throwable is the agent's fault
   */
  Object handle(Params params) throws Exception;
}
