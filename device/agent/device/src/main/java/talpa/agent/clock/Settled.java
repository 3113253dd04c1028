package talpa.agent.clock;

/**
 * How settling ended.
 *
 * @param idle whether nothing was left to do; false if messages or busy threads remained
 * @param now virtual uptime, in milliseconds
 */
public record Settled(boolean idle, long now) {}
