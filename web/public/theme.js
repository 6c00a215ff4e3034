/* global document, localStorage, matchMedia */
// Sets the theme and the church's accent before the first paint; src/lib/theme.ts owns both keys.
(function () {
  try {
    var theme = localStorage.getItem('church-connect.theme');
    var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.classList.toggle('dark', dark);
    var accent = JSON.parse(localStorage.getItem('church-connect.accent') || '{}');
    for (var name in accent) document.documentElement.style.setProperty(name, accent[name]);
  } catch {
    // Storage may be switched off: the system's theme and the default accent then hold.
  }
})();
