package talpa.agent.view;

import java.util.ArrayList;
import java.util.List;

/** One node of the dump. */
final class Node {
  String text = "";
  String id = "";
  String className = "";
  String packageName = "";
  String desc = "";
  String hint = "";
  int inputType;
  boolean checkable;
  boolean checked;
  boolean clickable;
  boolean enabled = true;
  boolean focusable;
  boolean focused;
  boolean scrollable;
  boolean longClickable;
  boolean password;
  boolean selected;
  int left;
  int top;
  int right;
  int bottom;
  final List<Node> children = new ArrayList<>();

  boolean empty() {
    return right <= left || bottom <= top;
  }

  void clip(Node outer) {
    left = Math.max(left, outer.left);
    top = Math.max(top, outer.top);
    right = Math.max(left, Math.min(right, outer.right));
    bottom = Math.max(top, Math.min(bottom, outer.bottom));
  }
}
