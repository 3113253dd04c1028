package talpa.agent.view;

import android.view.View;
import android.view.ViewGroup;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.robolectric.shadows.ShadowDisplay;
import talpa.agent.process.AppCode;
import talpa.agent.window.RootWindow;
import talpa.agent.window.Windows;

/** Reads the tree of what can be seen. */
final class Hierarchy {
  /** Nodes of one dump; a deeper or larger tree is cut. */
  private static final int MAX_NODES = 20_000;

  private static final int MAX_DEPTH = 400;

  private int nodes;

  private Hierarchy() {}

  /** The dump as XML. */
  static String xml() {
    return DumpFormat.document(ShadowDisplay.getDefaultDisplay().getRotation(), windows());
  }

  /**
   * One node a window, the lowest window first. Windows that a modal one keeps out of reach are
   * left out, as uiautomator does.
   */
  static List<Node> windows() {
    Hierarchy h = new Hierarchy();
    List<Node> out = new ArrayList<>();
    List<RootWindow> all = Windows.visible();
    for (RootWindow w : all) {
      Node n = h.walk(w.view(), w, 0);
      if (n != null) {
        out.add(0, n);
      }
      if (w.modal()) {
        break;
      }
    }
    return out;
  }

  private Node walk(View v, RootWindow window, int depth) {
    if (v.getVisibility() != View.VISIBLE || depth > MAX_DEPTH || ++nodes > MAX_NODES) {
      return null;
    }
    Node n = NodeFactory.of(v, window);
    if (n.empty() && depth > 0) {
      return null;
    }
    if (!virtual(v, n, depth) && v instanceof ViewGroup g) {
      for (int i = 0; i < g.getChildCount(); i++) {
        Node c = walk(g.getChildAt(i), window, depth + 1);
        if (c != null) {
          n.children.add(c);
        }
      }
    }
    return n;
  }

  /** Adds the virtual children of a view; returns false if it has none. */
  private boolean virtual(View v, Node host, int depth) {
    try {
      AccessibilityNodeProvider p = v.getAccessibilityNodeProvider();
      if (p == null) {
        return false;
      }
      AccessibilityNodeInfo root =
          p.createAccessibilityNodeInfo(AccessibilityNodeProvider.HOST_VIEW_ID);
      if (root == null || root.getChildCount() == 0) {
        return false;
      }
      children(p, root, host, new HashSet<>(), depth);
      return !host.children.isEmpty();
    } catch (RuntimeException | LinkageError e) {
      if (AppCode.isOnStack(e)) {
        throw e;
      }
      return false;
    }
  }

  private void children(
      AccessibilityNodeProvider p,
      AccessibilityNodeInfo parent,
      Node to,
      Set<Integer> seen,
      int depth) {
    for (int i = 0; i < parent.getChildCount(); i++) {
      int id = AccessibilityNodeInfo.getVirtualDescendantId(parent.getChildId(i));
      if (id == AccessibilityNodeProvider.HOST_VIEW_ID || !seen.add(id)) {
        continue;
      }
      AccessibilityNodeInfo info = p.createAccessibilityNodeInfo(id);
      if (info == null || depth > MAX_DEPTH || ++nodes > MAX_NODES) {
        continue;
      }
      Node n = NodeFactory.of(info, to.packageName);
      n.clip(to);
      if (n.empty() || !info.isVisibleToUser()) {
        continue;
      }
      children(p, info, n, seen, depth + 1);
      to.children.add(n);
    }
  }
}
