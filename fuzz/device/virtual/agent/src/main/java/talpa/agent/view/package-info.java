/**
 * What the device shows: the hierarchy of views in uiautomator's form, the screen as a picture, and
 * the state of the device in a few words.
 *
 * <p>The dump is built from accessibility nodes, as uiautomator's is, so that items of lists are
 * clickable and views with virtual children (Compose, pickers) show them. One difference: a window
 * is a child of the hierarchy even if another covers it wholly.
 */
package talpa.agent.view;
