package talpa.agent.process;

import android.content.ComponentName;
import android.content.Intent;
import android.net.Uri;
import java.util.Map;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Intents as requests of the wire describe them. */
public final class IntentParams {
  private IntentParams() {}

  /** The intent that the parameters describe, in the words of {@code am}. */
  public static Intent intent(Params p) {
    Intent i = new Intent(p.string("action", null));
    String data = p.string("data", null);
    String type = p.string("type", null);
    i.setDataAndType(data == null ? null : Uri.parse(data), type);
    String component = p.string("component", null);
    if (component != null) {
      i.setComponent(ComponentName.unflattenFromString(component));
      if (i.getComponent() == null) {
        throw WireException.usage("parameter \"component\" must be package/class");
      }
    }
    for (String c : p.strings("categories")) {
      i.addCategory(c);
    }
    i.setFlags((int) p.integer("flags", 0));
    for (Map.Entry<String, Object> e : p.object("extras").map().entrySet()) {
      extra(i, e.getKey(), e.getValue());
    }
    return i;
  }

  private static void extra(Intent i, String name, Object v) {
    if (v instanceof Boolean b) {
      i.putExtra(name, b);
    } else if (v instanceof Number n) {
      if (n.doubleValue() == n.intValue()) {
        i.putExtra(name, n.intValue());
      } else {
        i.putExtra(name, n.doubleValue());
      }
    } else if (v instanceof Map<?, ?> m) {
      typed(i, name, m);
    } else if (v != null) {
      i.putExtra(name, v.toString());
    }
  }

  /** A value of a type that JSON does not tell from others, under the type's name. */
  private static void typed(Intent i, String name, Map<?, ?> v) {
    if (v.get("uri") instanceof String s) {
      i.putExtra(name, Uri.parse(s));
    } else if (v.get("component") instanceof String s) {
      i.putExtra(name, ComponentName.unflattenFromString(s));
    } else if (v.get("long") instanceof Number n) {
      i.putExtra(name, n.longValue());
    } else if (v.get("float") instanceof Number n) {
      i.putExtra(name, n.floatValue());
    } else if (v.get("double") instanceof Number n) {
      i.putExtra(name, n.doubleValue());
    } else {
      throw WireException.usage("extra \"" + name + "\" has no type that is known");
    }
  }
}
