/**
 * Android's own classes on the app's side of an activity where Robolectric leaves them short:
 * {@code Activity}, {@code ActivityThread}, and copies of what would cross a process border.
 */
package talpa.agent.activity;
