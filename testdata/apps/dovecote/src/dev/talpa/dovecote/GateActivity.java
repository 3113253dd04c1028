package dev.talpa.dovecote;

import android.app.Activity;
import android.content.Intent;
import android.os.AsyncTask;
import android.os.Bundle;
import android.view.View;
import android.widget.EditText;
import android.widget.TextView;
import java.net.HttpURLConnection;
import java.net.URL;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Lets keepers in whom the server knows, and takes applications.
 *
 * <p>Planted: an application that the server does not take has no reply (NullPointerException).
 */
public class GateActivity extends Activity {
  private static final int OK = 200;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.gate);
    findViewById(R.id.enter)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                new Enter().execute(name());
              }
            });
    findViewById(R.id.apply)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View v) {
                if (name().isEmpty()) {
                  say("Who applies?");
                  return;
                }
                new Apply().execute(name());
              }
            });
  }

  private String name() {
    return ((EditText) findViewById(R.id.keeper)).getText().toString();
  }

  private void say(String text) {
    ((TextView) findViewById(R.id.reply)).setText(text);
  }

  /** Asks whether somebody is a keeper. */
  private class Enter extends AsyncTask<String, Void, JSONObject> {
    @Override
    protected JSONObject doInBackground(String... name) {
      try {
        byte[] b = Post.bytes(Post.server + "/gate?name=" + name[0]);
        return new JSONObject(new String(b, "UTF-8"));
      } catch (Exception e) {
        return new JSONObject();
      }
    }

    @Override
    protected void onPostExecute(JSONObject gate) {
      try {
        if (gate.getBoolean("granted") && gate.getString("role").equals("keeper")) {
          startActivity(new Intent(GateActivity.this, NestsActivity.class));
          return;
        }
        say("Not for you");
      } catch (JSONException e) {
        say("The gate is shut");
      }
    }
  }

  /** Sends an application. */
  private class Apply extends AsyncTask<String, Void, String> {
    @Override
    protected String doInBackground(String... name) {
      try {
        URL url = new URL(Post.server + "/apply?name=" + name[0]);
        HttpURLConnection c = (HttpURLConnection) url.openConnection();
        if (c.getResponseCode() != OK) {
          return null;
        }
        return new JSONObject(Post.read(c)).optString("reply");
      } catch (Exception e) {
        return "no answer";
      }
    }

    @Override
    protected void onPostExecute(String reply) {
      say(reply.trim());
    }
  }
}
