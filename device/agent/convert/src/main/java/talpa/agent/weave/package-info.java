/**
 * Edits of class files that both the converter and the host make: calls that go to the device's own
 * methods instead of the JDK's, places where threads wait, and objects whose hash codes are
 * counted.
 *
 * <p>Class names of the device are texts here, since code is written that runs there; a test of the
 * module {@code dist} looks for each of them in the device.
 */
package talpa.agent.weave;
