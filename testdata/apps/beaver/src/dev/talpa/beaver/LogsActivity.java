package dev.talpa.beaver;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.ArrayAdapter;
import android.widget.EditText;
import android.widget.ListView;

/** The list of logs. */
public class LogsActivity extends Activity {
  private Store store;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setContentView(R.layout.logs);
    store = new Store(this);
    findViewById(R.id.find)
        .setOnClickListener(
            new View.OnClickListener() {
              @Override
              public void onClick(View view) {
                show(((EditText) findViewById(R.id.query)).getText().toString());
              }
            });
  }

  @Override
  protected void onResume() {
    super.onResume();
    show("");
  }

  private void show(String words) {
    ((ListView) findViewById(R.id.list))
        .setAdapter(
            new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, store.find(words)));
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.logs, menu);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    switch (item.getItemId()) {
      case R.id.menu_new:
        startActivity(new Intent(this, EditActivity.class));
        return true;
      case R.id.menu_account:
        startActivity(new Intent(this, AccountActivity.class));
        return true;
      case R.id.menu_price:
        startActivity(new Intent(this, PriceActivity.class));
        return true;
      case R.id.menu_phone:
        startActivity(new Intent(this, PhoneActivity.class));
        return true;
      default:
        return super.onOptionsItemSelected(item);
    }
  }
}
