/**
 * Changes to the JDK's own classes, by redefinition once a JVM: threads, limits of pools, and hash
 * codes go through {@code talpa.agent.order}, which is defined in the boot loader for that.
 */
package talpa.agent.jdk;
