/**
 * What the device shows: the hierarchy of views in uiautomator's form, the screen as a picture, and
 * the state of the device in a few words.
 *
 * <p>The dump is built from accessibility nodes, as uiautomator's is, so that items of lists are
 * clickable and views with virtual children (Compose, pickers) show them. The windows in reach are
 * the children of the hierarchy.
 */
package talpa.agent.view;
