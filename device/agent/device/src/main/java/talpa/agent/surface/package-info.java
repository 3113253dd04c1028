/**
 * Surfaces that app code draws on itself, by software canvases: those of SurfaceView and
 * TextureView. A surface is a pair of bitmaps; what is posted is what pictures show. OpenGL, video
 * and cameras draw nothing.
 */
package talpa.agent.surface;
