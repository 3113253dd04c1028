package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.AlertDialog;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.graphics.Bitmap;
import android.graphics.Color;
import android.graphics.Rect;
import android.graphics.Typeface;
import android.text.InputType;
import android.text.NoCopySpan;
import android.text.SpannableString;
import android.text.Spanned;
import android.text.SpannedString;
import android.text.style.StyleSpan;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import android.view.inputmethod.InputMethodManager;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.ScrollView;
import android.widget.TextView;
import android.widget.Toast;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the device shows of an app: the dump as uiautomator writes it, pictures, its state. */
class ViewTest extends FieldTest {
  private TasksTest.Root host;

  @Override
  void prepare() {
    host = open(TasksTest.Root.class);
  }

  private void show(View... all) {
    main(
        () -> {
          LinearLayout column = new LinearLayout(host);
          column.setOrientation(LinearLayout.VERTICAL);
          for (View v : all) {
            column.addView(v);
          }
          host.setContentView(column);
        });
  }

  private TextView text(String s) {
    TextView t = new TextView(host);
    t.setText(s);
    return t;
  }

  private static void assertNode(String with, String... attributes) {
    String node = node(with);
    for (String a : attributes) {
      assertTrue(node.contains(" " + a), () -> "no " + a + " in " + node + " of " + dump());
    }
  }

  private static Map<?, ?> state() {
    return device("state", Map.of());
  }

  // ---- the dump ----

  @Test
  void aWidgetTellsWhatItIs() {
    CheckBox[] box = {null};
    main(
        () -> {
          box[0] = new CheckBox(host);
          box[0].setText("box");
          box[0].setChecked(true);
        });
    Button b = new Button(host);
    b.setText("off");
    main(() -> b.setEnabled(false));
    b.setOnLongClickListener(v -> true);
    TextView t = text("told \"<&>\"");
    t.setId(android.R.id.summary);
    t.setContentDescription("of it");
    t.setSelected(true);
    show(box[0], b, t);
    assertNode(
        "text=\"box\"",
        "class=\"android.widget.CheckBox\"",
        "package=\"dev.talpa.field\"",
        "checkable=\"true\" checked=\"true\" clickable=\"true\" enabled=\"true\"",
        "long-clickable=\"false\"");
    assertNode(
        "text=\"OFF\"",
        "class=\"android.widget.Button\"",
        "checkable=\"false\"",
        "enabled=\"false\"",
        "long-clickable=\"true\"");
    assertNode(
        "resource-id=\"android:id/summary\"",
        "text=\"told &quot;&lt;&amp;&gt;&quot;\"",
        "content-desc=\"of it\"",
        "clickable=\"false\"",
        "selected=\"true\"");
  }

  @Test
  void anEmptyFieldShowsItsHintAndASecretOneNoText() {
    EditText name = new EditText(host);
    name.setHint("Your name");
    EditText secret = new EditText(host);
    secret.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
    secret.setText("mole");
    show(name, secret);
    assertNode("hint=\"Your name\"", "text=\"Your name\"", "password=\"false\"");
    assertNode("password=\"true\"", "text=\"\u2022\u2022\u2022\u2022\"", "input-type=\"129\"");
    main(() -> name.setText("Ann"));
    assertNode("hint=\"Your name\"", "text=\"Ann\"");
  }

  @Test
  void whatIsNotSeenIsLeftOut() {
    TextView gone = text("gone");
    gone.setVisibility(View.GONE);
    TextView invisible = text("invisible");
    invisible.setVisibility(View.INVISIBLE);
    TextView flat = text("flat");
    flat.setHeight(0);
    LinearLayout tall = new LinearLayout(host);
    tall.setOrientation(LinearLayout.VERTICAL);
    View filler = text("filler");
    int height = host.getResources().getDisplayMetrics().heightPixels;
    tall.addView(filler, new LayoutParams(LayoutParams.MATCH_PARENT, 2 * height));
    TextView below = text("below");
    tall.addView(below);
    ScrollView scroll = new ScrollView(host);
    scroll.addView(tall);
    show(text("seen"), gone, invisible, flat, scroll);
    String all = dump();
    assertTrue(all.contains("\"seen\""), all);
    for (String s : new String[] {"gone", "invisible", "flat", "below"}) {
      assertFalse(all.contains("\"" + s + "\""), () -> s + " in " + all);
    }
    Rect r = new Rect();
    assertTrue(scroll.getGlobalVisibleRect(r));
    assertNode(
        "text=\"filler\"", "bounds=\"[%d,%d][%d,%d]\"".formatted(r.left, r.top, r.right, r.bottom));
    assertNode("class=\"android.widget.ScrollView\"", "scrollable=\"true\"");
    main(() -> scroll.scrollTo(0, 2 * height));
    assertNode("text=\"below\"", "enabled=\"true\"");
  }

  @Test
  void aRowOfAListCanBeTouched() {
    ListView list = new ListView(host);
    list.setAdapter(
        new ArrayAdapter<>(host, android.R.layout.simple_list_item_1, new String[] {"a", "bee"}));
    list.setOnItemClickListener((l, v, at, id) -> say("row " + at));
    show(list);
    said();
    assertNode("text=\"bee\"", "clickable=\"true\"", "resource-id=\"android:id/text1\"");
    press("bee");
    assertSaid("row 1");
  }

  /** A view that draws two things itself, and tells accessibility of them. */
  private static final class Drawn extends View {
    Drawn(TasksTest.Root c) {
      super(c);
    }

    @Override
    public AccessibilityNodeProvider getAccessibilityNodeProvider() {
      return new AccessibilityNodeProvider() {
        @Override
        public AccessibilityNodeInfo createAccessibilityNodeInfo(int id) {
          AccessibilityNodeInfo n = new AccessibilityNodeInfo(Drawn.this);
          if (id == HOST_VIEW_ID) {
            n.addChild(Drawn.this, 1);
            n.addChild(Drawn.this, 2);
            return n;
          }
          n.setText("part " + id);
          n.setClassName("a.Part");
          n.setVisibleToUser(id == 1);
          int[] at = new int[2];
          getLocationOnScreen(at);
          n.setBoundsInScreen(new Rect(at[0] + 5, at[1] + 5, at[0] + 9999, at[1] + 40));
          return n;
        }
      };
    }
  }

  @Test
  void partsThatAViewDrawsItselfAreNodes() {
    Drawn d = new Drawn(host);
    d.setMinimumHeight(100);
    show(d);
    int[] at = new int[2];
    d.getLocationOnScreen(at);
    assertNode(
        "text=\"part 1\"",
        "class=\"a.Part\"",
        "bounds=\"[%d,%d][%d,%d]\""
            .formatted(at[0] + 5, at[1] + 5, at[0] + d.getWidth(), at[1] + 40));
    assertEquals("", node("part 2"), "it says that it is not seen");
  }

  @Test
  void aDialogHidesWhatIsBelowIt() {
    show(text("below"));
    AlertDialog[] d = {null};
    main(() -> d[0] = new AlertDialog.Builder(host).setMessage("Sure?").show());
    assertNode("text=\"Sure?\"", "resource-id=\"android:id/message\"");
    assertEquals("", node("text=\"below\""));
    assertEquals(1L, state().get("dialogs"));
    main(() -> d[0].dismiss());
    assertNode("text=\"below\"", "enabled=\"true\"");
    assertEquals(0L, state().get("dialogs"));
  }

  @Test
  void codeOfTheAppThatFailsWhenItIsLookedAtEndsTheApp() {
    show(
        new View(host) {
          @Override
          public void onInitializeAccessibilityNodeInfo(AccessibilityNodeInfo info) {
            throw new IllegalStateException("looked at");
          }
        });
    String trace = crash("dump", Map.of());
    assertTrue(trace.contains("java.lang.IllegalStateException: looked at"), trace);
  }

  // ---- pictures ----

  @Test
  void aPictureShowsTheWindowsAndDimsWhatIsBelowADialog() {
    View red = new View(host);
    red.setBackgroundColor(Color.RED);
    main(() -> host.setContentView(red));
    Bitmap b = picture();
    int x = b.getWidth() / 2;
    int y = b.getHeight() * 9 / 10;
    assertEquals(Color.RED, b.getPixel(x, y));
    main(
        () -> {
          AlertDialog d = new AlertDialog.Builder(host).setMessage("Sure?").create();
          d.getWindow().setGravity(Gravity.TOP);
          d.getWindow().setDimAmount(0.5f);
          d.show();
        });
    int dimmed = picture().getPixel(x, y);
    assertEquals(128, Color.red(dimmed), 2, Integer.toHexString(dimmed));
    assertEquals(0, Color.green(dimmed));
  }

  @Test
  void theKeyboardIsInThePictureAndInTheState() {
    EditText field = new EditText(host);
    show(field);
    assertEquals(false, state().get("keyboard"));
    Bitmap without = picture();
    tap(field);
    main(() -> host.getSystemService(InputMethodManager.class).showSoftInput(field, 0));
    assertEquals(true, state().get("keyboard"));
    Bitmap with = picture();
    int x = with.getWidth() / 20;
    int y = with.getHeight() * 9 / 10;
    assertFalse(without.getPixel(x, y) == with.getPixel(x, y), "a key");
    key("BACK");
    assertEquals(false, state().get("keyboard"));
    assertEquals(without.getPixel(x, y), picture().getPixel(x, y));
  }

  // ---- the state ----

  @Test
  void theStateNamesTheActivityInFront() {
    assertTrue(String.valueOf(state().get("top")).contains("TasksTest$Root"), state().toString());
    long now = (Long) state().get("now");
    long wall = (Long) state().get("wall");
    rest(1500);
    assertEquals(1500, (Long) state().get("now") - now, 50);
    assertEquals(1500, (Long) state().get("wall") - wall, 50);
    assertTrue((Long) state().get("memoryMb") > 0);
  }

  @Test
  void theClipboardIsSharedWithTools() {
    ClipboardManager m = host.getSystemService(ClipboardManager.class);
    assertEquals("", device("clipboard", Map.of()).get("text"));
    main(() -> m.setPrimaryClip(ClipData.newPlainText("label", "of the app")));
    assertEquals("of the app", device("clipboard", Map.of()).get("text"));
    assertEquals("of a tool", device("clipboard", Map.of("text", "of a tool")).get("text"));
    main(() -> say(m.getPrimaryClip().getItemAt(0).getText().toString()));
    assertTrue(said().endsWith("of a tool"));
  }

  @Test
  void whatIsCopiedLosesTheSpansThatCannotBeWritten() {
    ClipboardManager m = host.getSystemService(ClipboardManager.class);
    main(
        () -> {
          SpannableString text = new SpannableString("copied");
          text.setSpan(new StyleSpan(Typeface.BOLD), 0, 3, 0);
          text.setSpan(new NoCopySpan.Concrete(), 0, 3, 0);
          m.setPrimaryClip(ClipData.newPlainText("label", new SpannedString(text)));
          Spanned pasted = (Spanned) m.getPrimaryClip().getItemAt(0).getText();
          Object[] spans = pasted.getSpans(0, pasted.length(), Object.class);
          say(pasted + " " + spans.length + " " + (spans[0] instanceof StyleSpan));
        });
    assertTrue(said().endsWith("copied 1 true"));
  }

  @Test
  void theNewestToastIsTold() {
    assertEquals(Map.of("count", 0L, "text", ""), device("toast", Map.of()));
    main(() -> Toast.makeText(host, "saved", Toast.LENGTH_SHORT).show());
    assertEquals(Map.of("count", 1L, "text", "saved"), device("toast", Map.of()));
    main(
        () -> {
          Toast own = new Toast(host);
          own.setView(new View(host));
          own.show();
        });
    assertEquals(Map.of("count", 2L, "text", ""), device("toast", Map.of()));
  }
}
