/**
 * What the home screen and the quick settings do with an app without opening it: tiles, app widgets
 * and shortcuts. Not drawn: what a widget or a tile looks like.
 */
package talpa.agent.launcher;
