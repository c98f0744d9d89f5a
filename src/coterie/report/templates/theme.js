(() => {
  "use strict";
  try {
    const kept = localStorage.getItem("coterie-theme");
    if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
  } catch { /* storage may be closed to local files; the system's choice then holds */ }
})();
