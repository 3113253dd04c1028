/**
 * What app code calls instead of those parts of the JDK that differ from Android's libcore or that
 * belong to the host: process exit, native libraries, time, regular expressions, paths, random
 * seeds. {@code talpa.agent.convert} redirects the calls.
 *
 * <p>Lives INSIDE the sandbox. Each class holds static methods with the names of those they
 * replace; a virtual method gets its receiver as first parameter.
 */
package talpa.agent.libcore;
