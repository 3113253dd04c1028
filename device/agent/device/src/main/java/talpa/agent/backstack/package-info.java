/**
 * Tasks and their activities as data, and the rules of launch modes and intent flags (Android's
 * "Tasks and the back stack"). It starts nothing: {@code talpa.agent.task} carries out what the
 * rules say.
 */
package talpa.agent.backstack;
