package dev.talpa.dovecote;

import android.app.Activity;
import android.os.AsyncTask;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.json.JSONArray;
import org.json.JSONObject;
import org.w3c.dom.Document;

/**
 * Shows what the server has on its board.
 *
 * <p>Planted, each in an answer that is right otherwise: no wind (NullPointerException), no riders
 * (IndexOutOfBoundsException), a number of pages that is none (NumberFormatException), nothing
 * pinned (NullPointerException). An answer that is wrong as a whole is told.
 */
public class NoticesActivity extends Activity {
  private TextView notice;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.notices);
    notice = findViewById(R.id.notice);
    findViewById(R.id.wind)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                new Wind().execute();
              }
            });
    findViewById(R.id.riders)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                new Riders().execute();
              }
            });
    findViewById(R.id.pages)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                new Pages().execute();
              }
            });
    findViewById(R.id.pinned)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                new Pinned().execute();
              }
            });
  }

  /** The wind on the way. */
  private class Wind extends AsyncTask<Void, Void, JSONObject> {
    @Override
    protected JSONObject doInBackground(Void... none) {
      try {
        return new JSONObject(new String(Post.bytes(Post.server + "/wind"), "UTF-8"));
      } catch (Exception e) {
        return new JSONObject();
      }
    }

    @Override
    protected void onPostExecute(JSONObject board) {
      if (!board.optString("board").equals("open")) {
        notice.setText("the board is closed");
        return;
      }
      JSONObject wind = board.optJSONObject("wind");
      notice.setText("wind " + wind.optInt("speed"));
    }
  }

  /** Who carries letters. */
  private class Riders extends AsyncTask<Void, Void, List<String>> {
    @Override
    protected List<String> doInBackground(Void... none) {
      try {
        String text = new String(Post.bytes(Post.server + "/riders"), "UTF-8");
        JSONArray riders = new JSONObject(text).getJSONArray("riders");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < riders.length(); i++) {
          names.add(riders.getJSONObject(i).getString("name"));
        }
        return names;
      } catch (Exception e) {
        return null;
      }
    }

    @Override
    protected void onPostExecute(List<String> names) {
      if (names == null) {
        notice.setText("nobody can be asked");
        return;
      }
      notice.setText("first " + names.get(0));
    }
  }

  /** How long the longest letter is. */
  private class Pages extends AsyncTask<Void, Void, JSONObject> {
    @Override
    protected JSONObject doInBackground(Void... none) {
      try {
        return new JSONObject(new String(Post.bytes(Post.server + "/longest"), "UTF-8"));
      } catch (Exception e) {
        return new JSONObject();
      }
    }

    @Override
    protected void onPostExecute(JSONObject letter) {
      if (!letter.has("writer")) {
        notice.setText("no letter");
        return;
      }
      notice.setText(Integer.parseInt(letter.optString("pages")) + " pages");
    }
  }

  /** What is pinned on the board, as XML. */
  private class Pinned extends AsyncTask<Void, Void, Document> {
    @Override
    protected Document doInBackground(Void... none) {
      try {
        byte[] b = Post.bytes(Post.server + "/pinned.xml");
        return DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(b));
      } catch (Exception e) {
        return null;
      }
    }

    @Override
    protected void onPostExecute(Document board) {
      if (board == null || board.getElementsByTagName("heading").getLength() == 0) {
        notice.setText("no board");
        return;
      }
      notice.setText(board.getElementsByTagName("pin").item(0).getTextContent());
    }
  }
}
