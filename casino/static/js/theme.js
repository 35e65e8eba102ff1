// Light or dark is the device's business: kept in a cookie, so that the server draws it right at once.
const root = document.documentElement;

function shown() {
  return getComputedStyle(root).colorScheme === "light dark"
    ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
    : root.dataset.theme;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-toggle]")) return;
  root.dataset.theme = shown() === "dark" ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
});
