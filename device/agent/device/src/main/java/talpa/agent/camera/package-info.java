/**
 * Two cameras that see a grey wall: what they tell of themselves, what is asked of them, and the
 * pictures that they give to surfaces and readers.
 */
package talpa.agent.camera;
