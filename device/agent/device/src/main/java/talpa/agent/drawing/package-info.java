/**
 * Shadows of what draws or animates on threads and hardware of its own on a phone: animators of the
 * render thread, GL surfaces, magnifiers, decoders of pictures.
 */
package talpa.agent.drawing;
