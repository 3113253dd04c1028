/**
 * The order of an app's threads: one of them runs at a time, and which is next does not depend on
 * the host.
 *
 * <p>Defined in the JVM's boot loader, since {@code Thread} and {@code LockSupport} call it; {@code
 * talpa.agent.jdk.ThreadHooks} puts the calls in. So it uses nothing outside the JDK, and no
 * lambdas.
 *
 * <p>A thread of the app runs while it has the run token. It gives the run token up where it blocks
 * (park, wait, sleep, join, its end) and gets in the queue for it when it is woken; the queue is
 * first in, first out. What it does not model: threads that run at the same time, so of the orders
 * that a device could show it shows one. A thread that holds the run token and does not get on (it
 * waits for a lock or for the network, or computes for too long) loses it, and runs beside the
 * others until it next blocks: nothing hangs, but from there on the host decides. {@link
 * RunToken#losses} counts that.
 */
package talpa.agent.order;
