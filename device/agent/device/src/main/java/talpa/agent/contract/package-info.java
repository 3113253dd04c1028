/**
 * What the contracts of the system's content providers say, after {@code android.provider}: their
 * tables and columns, and which rows an address means. The rows themselves are those of {@code
 * talpa.agent.content}.
 */
package talpa.agent.contract;
