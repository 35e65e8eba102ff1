// The console's line: keeps what was typed, says what is on its way, opens the help.
// Everything it does beyond that is the server's: without it the same form still works.

const line = () => document.getElementById("line");
const sent = () => document.getElementById("sent");
let onItsWay = null; // the line that was sent and is not answered yet

function say(state, words) {
  const mark = sent();
  mark.classList.remove("waiting", "unsent");
  if (state) mark.classList.add(state);
  mark.querySelector("[data-words]").textContent = words;
}

function changed(input) {
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// ---- sending ------------------------------------------------------------------------------

document.addEventListener("htmx:beforeRequest", (event) => {
  // A preview that is overtaken by its own line would answer that the table has moved on.
  if (event.target === line() && onItsWay !== null) event.preventDefault();
  if (event.target.id !== "line-form") return;
  htmx.trigger(line(), "htmx:abort");
  onItsWay = line().value;
  line().value = ""; // whoever types on is typing the next line
  say("waiting", sent().dataset.waiting);
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "console" || !event.detail.shouldSwap) return;
  const typedOn = line().value;
  onItsWay = null;
  document.addEventListener("htmx:afterSwap", () => {
    const input = line();
    const givenBack = input.defaultValue; // a refused line
    if (typedOn) { input.value = typedOn; changed(input); }
    if (!document.querySelector("dialog[open]")) input.focus({ preventScroll: true });
    // Selected, so that typing replaces it and the arrow keys mend it.
    if (givenBack && input.value === givenBack) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }, { once: true });
});

// The session has ended, here or in another tab: say so, where the next step stands.
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status !== 401) return;
  document.getElementById("panel").replaceChildren(document.getElementById("signed-out").content.cloneNode(true));
});

function notAnswered(event) {
  if (event.target.id !== "line-form" || onItsWay === null) return;
  // The form still holds its key, so sending the same line again cannot make a second coup.
  line().value = onItsWay;
  onItsWay = null;
  say("unsent", sent().dataset.unsent);
}
document.addEventListener("htmx:sendError", notAnswered);
document.addEventListener("htmx:responseError", notAnswered);
document.addEventListener("htmx:timeout", notAnswered);

// A page taken out of the browser's memory shows an old table: fetch the new one.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// ---- touching -----------------------------------------------------------------------------

const touched = matchMedia("(pointer: coarse)");

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-append], [data-begin], [data-erase], [data-keys]");
  if (!key) return;
  const input = line();
  if ("keys" in key.dataset) {
    event.preventDefault();
    document.getElementById("keys").showModal();
    return;
  }
  if ("erase" in key.dataset) input.value = input.value.slice(0, -1);
  else if ("begin" in key.dataset) input.value = key.dataset.begin;
  else input.value += key.dataset.append;
  if (!touched.matches || "begin" in key.dataset) input.focus();
  changed(input);
});

// ---- keys ---------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const input = line();
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "?" && (event.target !== input || input.value === "")) {
    event.preventDefault();
    document.getElementById("keys").showModal();
  } else if (event.key === "Escape" && input.value) {
    input.value = "";
    changed(input);
    input.focus();
  } else if (event.target === document.body && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
    input.focus(); // a key typed anywhere is typed into the line
  }
});
document.getElementById("keys").addEventListener("close", () => line().focus());
