package talpa.agent.view;

import android.content.res.Resources;
import android.graphics.Rect;
import android.view.View;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.AdapterView;
import android.widget.Checkable;
import android.widget.EditText;
import android.widget.TextView;
import talpa.agent.process.AppCode;
import talpa.agent.process.AppProcess;
import talpa.agent.window.RootWindow;

/** Makes a dump node from a view or from a virtual child of one. */
final class NodeFactory {
  private NodeFactory() {}

  /** The node of a view, with its bounds on the screen, clipped to what can be seen. */
  static Node of(View v, RootWindow window) {
    AccessibilityNodeInfo info = info(v);
    Node n = info == null ? plain(v) : of(info, text(v.getContext().getPackageName()));
    String id = resourceName(v);
    if (!id.isEmpty()) {
      n.id = id;
    }
    Rect r = new Rect();
    if (v.getGlobalVisibleRect(r)) {
      Rect frame = window.frame();
      r.offset(frame.left, frame.top - window.pan());
      if (window.pan() != 0 && !r.intersect(frame)) {
        r.setEmpty();
      }
    } else {
      r.setEmpty();
    }
    bounds(n, r);
    n.focused = v.isFocused();
    if (v.getParent() instanceof AdapterView<?> list && list.getOnItemClickListener() != null) {
      n.clickable |= v.isEnabled();
    }
    if (v instanceof TextView t) {
      n.hint = text(t.getHint());
      if (t instanceof EditText || t.onCheckIsTextEditor()) {
        n.inputType = t.getInputType();
      }
      if (n.text.isEmpty() && t instanceof EditText) {
        n.text = n.hint;
      }
    }
    return n;
  }

  /** The node of a virtual child; bounds are those it tells itself. */
  static Node of(AccessibilityNodeInfo i, String packageName) {
    Node n = new Node();
    n.text = text(i.getText());
    n.desc = text(i.getContentDescription());
    n.className = i.getClassName() == null ? "android.view.View" : i.getClassName().toString();
    n.packageName = packageName;
    n.id = text(i.getViewIdResourceName());
    n.checkable = i.isCheckable();
    n.checked = i.isChecked();
    n.clickable = i.isClickable();
    n.enabled = i.isEnabled();
    n.focusable = i.isFocusable();
    n.focused = i.isFocused();
    n.scrollable = i.isScrollable();
    n.longClickable = i.isLongClickable();
    n.password = i.isPassword();
    n.selected = i.isSelected();
    n.hint = text(i.getHintText());
    if (i.isEditable()) {
      n.inputType = i.getInputType();
    }
    Rect r = new Rect();
    i.getBoundsInScreen(r);
    bounds(n, r);
    return n;
  }

  private static void bounds(Node n, Rect r) {
    n.left = r.left;
    n.top = r.top;
    n.right = r.right;
    n.bottom = r.bottom;
  }

  /**
   * What the view tells accessibility services; null if the framework's own part of it fails here.
   * What code of the app throws is the app's crash.
   */
  private static AccessibilityNodeInfo info(View v) {
    try {
      return v.createAccessibilityNodeInfo();
    } catch (RuntimeException | LinkageError e) {
      if (AppCode.isOnStack(e)) {
        throw e;
      }
      return null;
    }
  }

  private static Node plain(View v) {
    Node n = new Node();
    n.className = v.getClass().getName();
    n.packageName = text(v.getContext().getPackageName());
    n.desc = text(v.getContentDescription());
    n.clickable = v.isClickable();
    n.longClickable = v.isLongClickable();
    n.enabled = v.isEnabled();
    n.focusable = v.isFocusable();
    n.selected = v.isSelected();
    if (v instanceof TextView t) {
      n.text = text(t.getText());
    }
    if (v instanceof Checkable c) {
      n.checkable = true;
      n.checked = c.isChecked();
    }
    return n;
  }

  private static String resourceName(View v) {
    if (v.getId() == View.NO_ID || v.getId() >>> 24 == 0) {
      return "";
    }
    try {
      return v.getResources().getResourceName(v.getId());
    } catch (Resources.NotFoundException e) {
      return "";
    }
  }

  private static String text(CharSequence s) {
    return s == null ? "" : AppProcess.current().reporter().onDevice(s.toString());
  }
}
