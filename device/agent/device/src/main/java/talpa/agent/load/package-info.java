/**
 * The composition root of the device: puts its parts together, warms the framework, loads and
 * unloads apps, and serves the wire. Nothing else may name a class of it.
 *
 * <p>Shadow classes are listed in the resource {@code talpa/agent/shadows.txt}, one class name a
 * line, since the host reads it; the parts of the device in {@link talpa.agent.load.Modules}.
 */
package talpa.agent.load;
