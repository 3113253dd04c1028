/**
 * What app code walks instead of those collections of the JDK that differ from Android's, or whose
 * order would depend on when garbage was collected. {@code talpa.agent.convert} redirects the
 * calls.
 *
 * <p>Lives INSIDE the sandbox.
 */
package talpa.agent.collection;
