"use strict";
const $ = id => document.getElementById(id);
const screen_ = $("screen"), glass = $("glass"), mark = $("mark"), typing = $("typing");
let state = {widgets: [], steps: []}, busy = false, field = null, start = null, held = 0;

// call asks the server, and shows what it answers. One thing is done at a time: the device has one pair of hands.
async function call(method, name, body) {
  if (busy) return;
  busy = true;
  glass.classList.add("busy");
  try {
    const answer = await fetch(name, {method, body: body && JSON.stringify(body)});
    if (!answer.ok) throw new Error(await answer.text());
    if (answer.status !== 204) show(await answer.json());
  } catch (e) {
    $("remark").textContent = "talpa does not go on: " + e.message;
  } finally {
    busy = false;
    glass.classList.remove("busy");
  }
}
const act = gesture => { closeTyping(); return call("POST", "do", gesture); };

function show(now) {
  const fresh = now.version !== state.version;
  state = now;
  if (fresh) screen_.src = "screen.png?v=" + now.version;
  $("activity").textContent = now.activity || "";
  $("remark").textContent = now.remark || "";
  $("steps").replaceChildren(...now.steps.map(s => {
    const item = document.createElement("li"), line = document.createElement("code");
    item.textContent = s.words;
    line.textContent = s.line;
    item.append(line);
    return item;
  }));
  $("steps").lastElementChild?.scrollIntoView({block: "nearest"});
  $("undo").disabled = now.steps.length === 0;
  $("crash").hidden = !now.crash;
  if (now.crash) {
    $("crash").querySelector("h2").textContent = "The app crashed: " + now.crash.title;
    $("crash").querySelector("pre").textContent = now.crash.text;
  }
  mark.hidden = true;
}

// place is the pixel of the device under the pointer.
function place(e) {
  const r = screen_.getBoundingClientRect();
  const at = (v, size, pixels) => Math.max(0, Math.min(pixels - 1, Math.round(v / size * pixels)));
  return {x: at(e.clientX - r.left, r.width, screen_.naturalWidth), y: at(e.clientY - r.top, r.height, screen_.naturalHeight)};
}
// under is the widget at a pixel that is drawn last.
function under(p) {
  return state.widgets.findLast(w => p.x >= w.bounds[0] && p.x < w.bounds[2] && p.y >= w.bounds[1] && p.y < w.bounds[3]);
}

screen_.addEventListener("pointermove", e => {
  const w = under(place(e)), k = screen_.clientWidth / screen_.naturalWidth;
  mark.hidden = !w;
  if (!w) return;
  const [l, t, r, b] = w.bounds.map(v => v * k);
  Object.assign(mark.style, {left: l + "px", top: t + "px", width: r - l + "px", height: b - t + "px"});
  screen_.title = w.name;
});
screen_.addEventListener("pointerleave", () => { mark.hidden = true; });
screen_.addEventListener("pointerdown", e => {
  if (e.button !== 0) return;
  start = place(e);
  held = e.timeStamp;
  screen_.setPointerCapture(e.pointerId);
  e.preventDefault();
});
screen_.addEventListener("pointerup", e => {
  if (!start) return;
  const from = start, to = place(e), w = under(from);
  start = null;
  const far = Math.hypot(to.x - from.x, to.y - from.y) > screen_.naturalWidth / 25;
  if (far) act({kind: "swipe", ...from, x2: to.x, y2: to.y});
  else if (e.timeStamp - held > 500) act({kind: "longtap", ...from});
  else if (w && w.types) openTyping(from, w);
  else act({kind: "tap", ...from});
});
screen_.addEventListener("contextmenu", e => { e.preventDefault(); act({kind: "longtap", ...place(e)}); });
screen_.addEventListener("wheel", e => {
  e.preventDefault();
  const sideways = Math.abs(e.deltaX) > Math.abs(e.deltaY);
  act({kind: "scroll", ...place(e), arg: sideways ? (e.deltaX > 0 ? "right" : "left") : (e.deltaY > 0 ? "down" : "up")});
}, {passive: false});

function openTyping(p, w) {
  field = p;
  typing.hidden = false;
  typing.querySelector("label").textContent = w.name;
  $("value").value = w.text || "";
  $("value").select();
  $("value").focus();
}
function closeTyping() { field = null; typing.hidden = true; }
typing.addEventListener("submit", e => { e.preventDefault(); act({kind: "text", ...field, value: $("value").value}); });
$("value").addEventListener("keydown", e => {
  if (e.key === "Enter" && !e.shiftKey) { e.preventDefault(); typing.requestSubmit(); }
  if (e.key === "Escape") closeTyping();
});
$("clear").addEventListener("click", () => act({kind: "clear", ...field}));
$("touch").addEventListener("click", () => act({kind: "tap", ...field}));

for (const b of document.querySelectorAll("[data-line]")) {
  b.addEventListener("click", () => {
    act({kind: "line", value: b.dataset.line});
    if (b.id === "rotate") b.dataset.line = b.dataset.line === "rotate landscape" ? "rotate portrait" : "rotate landscape";
  });
}
$("other").addEventListener("submit", e => {
  e.preventDefault();
  if ($("line").value) act({kind: "line", value: $("line").value}).then(() => { $("line").value = ""; });
});
$("undo").addEventListener("click", () => { closeTyping(); call("POST", "undo"); });
$("end").addEventListener("click", async () => {
  await call("POST", "end");
  document.querySelector("main").textContent = "The script is written. This page can be closed.";
});
call("GET", "state");
