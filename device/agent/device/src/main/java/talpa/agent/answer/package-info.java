/**
 * What stand-in servers answer, whatever the app is: documents of each kind, and how an answer is
 * changed into one that servers give at times ({@code Manner}): an error, nothing, a page, or a
 * right answer but for one field ({@code Fields}).
 */
package talpa.agent.answer;
