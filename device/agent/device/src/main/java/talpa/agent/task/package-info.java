/**
 * Activities: the stack of tasks, launch modes and flags, results, saved state, configuration
 * changes, permission requests, and the stand-ins for other apps.
 *
 * <p>The app's side is Android's own code: {@code ActivityThread} and {@code Instrumentation}
 * create the activities and call their lifecycle methods, so messages, order and stack frames are
 * Android's. This package stands on the other side of the binder interfaces ({@code
 * IActivityTaskManager}, {@code IActivityClientController}), in the place of the system server.
 *
 * <p>Not modelled: several users, displays and windowing modes; activities of the app in other
 * processes (all run in one); transitions between activities; locked tasks.
 */
package talpa.agent.task;
