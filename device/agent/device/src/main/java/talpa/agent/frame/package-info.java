/**
 * The display's frame signal, in virtual time. Not modelled: a display that shows something; frames
 * that are late since drawing took long.
 */
package talpa.agent.frame;
