/**
 * OpenGL ES that draws nothing: displays, contexts, surfaces and names are given, shaders compile,
 * and every call succeeds, so that an app's renderer runs its own code; a picture that is shown
 * takes a frame of virtual time. Extensions are not offered; what is asked back of the state is
 * what it is set to at first.
 */
package talpa.agent.gl;
