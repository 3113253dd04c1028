package dev.talpa.easel;

import android.opengl.GLES20;
import android.opengl.GLSurfaceView;
import javax.microedition.khronos.egl.EGLConfig;
import javax.microedition.khronos.opengles.GL10;

/** A surface that OpenGL ES 2 draws on; tells of what its renderer is called for. */
final class RendererView extends GLSurfaceView {
  /** Pictures after which it is told that there were some. */
  private static final int SOME = 3;

  RendererView(EaselActivity easel) {
    super(easel);
    setEGLContextClientVersion(2);
    setRenderer(new Scene(easel));
  }

  private static final class Scene implements GLSurfaceView.Renderer {
    private final EaselActivity easel;
    private int pictures;

    Scene(EaselActivity easel) {
      this.easel = easel;
    }

    @Override
    public void onSurfaceCreated(GL10 gl, EGLConfig config) {
      int shader = GLES20.glCreateShader(GLES20.GL_VERTEX_SHADER);
      GLES20.glShaderSource(shader, "void main() { gl_Position = vec4(0.0); }");
      GLES20.glCompileShader(shader);
      int[] value = new int[1];
      GLES20.glGetShaderiv(shader, GLES20.GL_COMPILE_STATUS, value, 0);
      boolean compiled = value[0] == GLES20.GL_TRUE;
      GLES20.glGenTextures(1, value, 0);
      boolean named = value[0] != 0;
      GLES20.glGetIntegerv(GLES20.GL_MAX_TEXTURE_SIZE, value, 0);
      boolean all = shader != 0 && compiled && named && value[0] > 0 && GLES20.glGetError() == 0;
      easel.tell("renderer " + (all ? "created" : "without shaders"));
    }

    @Override
    public void onSurfaceChanged(GL10 gl, int width, int height) {
      GLES20.glViewport(0, 0, width, height);
      easel.tell("renderer " + (width > 0 && height > 0 ? "changed" : "empty"));
    }

    @Override
    public void onDrawFrame(GL10 gl) {
      GLES20.glClear(GLES20.GL_COLOR_BUFFER_BIT);
      if (++pictures == SOME) {
        easel.tell("renderer draws");
      }
    }
  }
}
