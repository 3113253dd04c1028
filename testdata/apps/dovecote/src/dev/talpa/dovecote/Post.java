package dev.talpa.dovecote;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Fetches letters from a server. */
final class Post {
  /** Where the server is; an intent may say so. */
  static String server = "https://post.dovecote.example/v1";

  private Post() {}

  /** The letters that wait. */
  static List<Letter> letters() throws IOException, JSONException {
    JSONObject all = new JSONObject(new String(bytes(server + "/letters?box=in"), "UTF-8"));
    if (!all.getString("state").equals("delivered")) {
      throw new JSONException("state is " + all.getString("state"));
    }
    List<Letter> letters = new ArrayList<>();
    JSONArray rows = all.getJSONObject("box").getJSONArray("letters");
    for (int i = 0; i < rows.length(); i++) {
      letters.add(letter(rows.getJSONObject(i)));
    }
    return letters;
  }

  private static Letter letter(JSONObject o) throws JSONException {
    return new Letter(o.getInt("id"), o.getString("subject"), o.getString("seal_image_url"));
  }

  /** The text of a letter. */
  static String text(int id) throws IOException, JSONException {
    JSONObject o = new JSONObject(new String(bytes(server + "/text/" + id), "UTF-8"));
    JSONArray pages = o.optJSONArray("pages");
    return pages == null ? "no pages" : pages.getString(0);
  }

  /** What a server sends. */
  static byte[] bytes(String url) throws IOException {
    HttpURLConnection c = (HttpURLConnection) new URL(url).openConnection();
    try (InputStream in = c.getInputStream()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] b = new byte[1024];
      for (int n; (n = in.read(b)) >= 0; ) {
        out.write(b, 0, n);
      }
      return out.toByteArray();
    } finally {
      c.disconnect();
    }
  }

  /** The text that a connection brings. */
  static String read(HttpURLConnection c) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(c.getInputStream(), "UTF-8"));
    try {
      return in.readLine();
    } finally {
      in.close();
    }
  }
}
