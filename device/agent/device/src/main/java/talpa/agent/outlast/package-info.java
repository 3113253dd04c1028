/**
 * What the system keeps of an app whose process was killed in the background: alarms, jobs,
 * notifications, and the services that it starts again. The front takes it from one process and
 * gives it to the next. Not kept: what only lives in a process (a listener of an alarm, a parcel
 * with a binder in it), pictures of notifications, their fields for a reply, and how important
 * their channels are.
 */
package talpa.agent.outlast;
