/* Runs before the page is drawn, so that a chosen theme shows at once. `src/dashboard/state/theme.ts` changes it. */
try {
  const theme = localStorage.getItem("upnext.theme")
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
} catch {
  // Storage is denied: the page follows the system.
}
