/**
 * Windows and input: the order of windows, which one has the focus, and how touches, keys and text
 * reach them.
 *
 * <p>Stands in the place of the window manager and the input dispatcher. Events enter the app by
 * {@code ViewRootImpl}, as on a device. Not modelled: other apps' windows, the pictures and areas
 * of system bars, the keys of the soft keyboard, trackballs and mice, drag and drop to other apps.
 */
package talpa.agent.window;
