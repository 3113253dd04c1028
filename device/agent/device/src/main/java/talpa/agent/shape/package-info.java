/**
 * Which answers of a server the app's code can read: the types and the shapes of JSON that it takes
 * apart, found in its converted classes, and sample values for them.
 *
 * <p>Not modelled: values that the code computes names from, readers made by reflection, XML.
 */
package talpa.agent.shape;
