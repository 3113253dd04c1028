/**
 * Recording which methods and lines of the app are run. The probes are put in when the app is
 * converted ({@code talpa.agent.convert.Probes}), and only if that is asked for: code converted
 * without them costs nothing.
 *
 * <p>Not recorded: code of the framework, abstract methods, classes whose names or tables are too
 * large for a class file.
 */
package talpa.agent.record;
