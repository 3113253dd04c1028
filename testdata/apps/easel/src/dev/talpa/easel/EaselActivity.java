package dev.talpa.easel;

import android.app.Activity;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.SurfaceTexture;
import android.media.MediaPlayer;
import android.net.Uri;
import android.os.Bundle;
import android.view.SurfaceHolder;
import android.view.SurfaceView;
import android.view.TextureView;
import android.view.View;
import android.webkit.WebChromeClient;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import android.widget.LinearLayout;
import android.widget.TextView;
import android.widget.VideoView;

/**
 * What draws itself: a surface that a thread paints blue, a texture that is painted green, a
 * surface with a renderer, a film (of sound only), and a page of the app's own. A line of text says
 * what was told of them.
 */
public class EaselActivity extends Activity implements SurfaceHolder.Callback {
  private static final int LINES = 6;
  private static final int PAGE_WEIGHT = 3;

  private TextView told;
  private WebView web;
  private Painter painter;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    told = new TextView(this);
    told.setMaxLines(LINES);
    all.addView(told);
    SurfaceView surface = new SurfaceView(this);
    surface.setContentDescription("surface");
    surface.getHolder().addCallback(this);
    add(all, surface);
    TextureView texture = new TextureView(this);
    texture.setContentDescription("texture");
    texture.setSurfaceTextureListener(new Texture(texture));
    add(all, texture);
    add(all, new RendererView(this));
    add(all, film());
    web = new WebView(this);
    web.setWebViewClient(new Pages());
    web.setWebChromeClient(
        new WebChromeClient() {
          @Override
          public void onReceivedTitle(WebView view, String title) {
            tell("title " + title);
          }
        });
    all.addView(
        web,
        new LinearLayout.LayoutParams(LinearLayout.LayoutParams.MATCH_PARENT, 0, PAGE_WEIGHT));
    web.loadUrl("file:///android_asset/help.html");
    setContentView(all);
  }

  private static void add(LinearLayout to, View v) {
    to.addView(v, new LinearLayout.LayoutParams(LinearLayout.LayoutParams.MATCH_PARENT, 0, 1));
  }

  private VideoView film() {
    VideoView film = new VideoView(this);
    film.setOnPreparedListener(
        new MediaPlayer.OnPreparedListener() {
          @Override
          public void onPrepared(MediaPlayer player) {
            tell("film " + (player.getDuration() > 0 ? "ready" : "empty"));
          }
        });
    film.setOnCompletionListener(
        new MediaPlayer.OnCompletionListener() {
          @Override
          public void onCompletion(MediaPlayer player) {
            tell("film over");
          }
        });
    film.setVideoURI(Uri.parse("android.resource://" + getPackageName() + "/" + R.raw.tone));
    film.start();
    return film;
  }

  /** Shows what was told; from any thread. */
  void tell(final String s) {
    runOnUiThread(
        new Runnable() {
          @Override
          public void run() {
            told.append(s + "; ");
          }
        });
  }

  @Override
  public void onBackPressed() {
    if (web.canGoBack()) {
      web.goBack();
    } else {
      super.onBackPressed();
    }
  }

  @Override
  public void surfaceCreated(SurfaceHolder holder) {
    tell("surface created");
    painter = new Painter(holder);
    painter.start();
  }

  @Override
  public void surfaceChanged(SurfaceHolder holder, int format, int width, int height) {
    tell(width > 0 && height > 0 ? "surface changed" : "surface empty");
  }

  @Override
  public void surfaceDestroyed(SurfaceHolder holder) {
    painter.done = true;
  }

  /** Paints without a pause, as games do. */
  private static final class Painter extends Thread {
    private final SurfaceHolder holder;
    private volatile boolean done;

    Painter(SurfaceHolder holder) {
      this.holder = holder;
    }

    @Override
    public void run() {
      while (!done) {
        Canvas c = holder.lockCanvas();
        if (c != null) {
          c.drawColor(Color.BLUE);
          holder.unlockCanvasAndPost(c);
        }
      }
    }
  }

  private final class Texture implements TextureView.SurfaceTextureListener {
    private final TextureView view;

    Texture(TextureView view) {
      this.view = view;
    }

    @Override
    public void onSurfaceTextureAvailable(SurfaceTexture t, int width, int height) {
      Canvas c = view.lockCanvas();
      c.drawColor(Color.GREEN);
      view.unlockCanvasAndPost(c);
      tell("texture " + (view.isAvailable() ? "available" : "missing"));
    }

    @Override
    public void onSurfaceTextureSizeChanged(SurfaceTexture t, int width, int height) {}

    @Override
    public boolean onSurfaceTextureDestroyed(SurfaceTexture t) {
      return true;
    }

    @Override
    public void onSurfaceTextureUpdated(SurfaceTexture t) {}
  }

  private final class Pages extends WebViewClient {
    @Override
    public boolean shouldOverrideUrlLoading(WebView view, String url) {
      if (url.startsWith("easel:")) {
        tell("asked for " + url);
        return true;
      }
      return false;
    }

    @Override
    public void onPageFinished(WebView view, String url) {
      tell("finished " + url.substring(url.lastIndexOf('/') + 1));
    }
  }
}
