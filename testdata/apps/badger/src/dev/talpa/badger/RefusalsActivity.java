package dev.talpa.badger;

import android.app.Activity;
import android.os.Bundle;
import android.widget.ScrollView;
import android.widget.TextView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/** Tries what the manifest asks no permission for, and shows what is thrown: one line each. */
public class RefusalsActivity extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    TextView text = new TextView(this);
    Method[] all = Refusals.class.getDeclaredMethods();
    Arrays.sort(
        all,
        new Comparator<Method>() {
          @Override
          public int compare(Method a, Method b) {
            return a.getName().compareTo(b.getName());
          }
        });
    Refusals tried = new Refusals(this);
    for (Method m : all) {
      if (m.getParameterTypes().length == 0) {
        text.append(m.getName() + ": " + outcome(tried, m) + "\n");
      }
    }
    ScrollView scroll = new ScrollView(this);
    scroll.addView(text);
    setContentView(scroll);
  }

  private static String outcome(Refusals tried, Method m) {
    try {
      return String.valueOf(m.invoke(tried));
    } catch (InvocationTargetException e) {
      return e.getCause().toString();
    } catch (IllegalAccessException e) {
      return e.toString();
    }
  }
}
