/**
 * Programs that the build runs: the pack of classes that each start loads, and the archive of the
 * JDK's classes. Never part of a running device.
 */
package talpa.agent.build;
