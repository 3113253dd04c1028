package talpa.agent.wire;

import java.util.Map;

/**
 * A result with raw bytes behind its frame.
 *
 * @param fields the result object; "bytes" is added by the wire
 * @param bytes the raw bytes
 */
public record Blob(Map<String, Object> fields, byte[] bytes) {}
