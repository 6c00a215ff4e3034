// Sets theme and accent before the first paint (src/lib/browser/theme.ts), and loads the program
// after it (vite.config.ts).
(function () {
  try {
    var theme = localStorage.getItem('church-connect.theme');
    var dark =
      theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.classList.toggle('dark', dark);
    var accent = JSON.parse(localStorage.getItem('church-connect.accent') || '{}');
    for (var name in accent) document.documentElement.style.setProperty(name, accent[name]);
  } catch {
    // without storage: the system's theme, the default accent
  }
  var program = document.currentScript.dataset.program;
  var begin = function () {
    if (program) void import(program);
    program = '';
  };
  if (document.hidden) return begin();
  requestAnimationFrame(function () {
    setTimeout(begin);
  });
  setTimeout(begin, 1000);
})();
