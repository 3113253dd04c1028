/**
 * The screens of other apps: camera, file picker, share sheet, confirmations. They are there for a
 * driver who works them by hand, as people and their test tools do; what a screen answers is
 * decided by whoever opens it.
 *
 * <p>Texts, content descriptions and ids are those of the apps of a plain Android image, as far as
 * one must touch them to get through. Their other controls, their looks and their settings are not
 * modelled, and they hold no data but the device's samples.
 */
package talpa.agent.standin;
