// Registers the service worker, which keeps the page for offline use, and asks the browser for persistent storage.
// Service workers need https with a certificate that the browser trusts.
(function () {
  "use strict";
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register("/table/worker.js", { scope: "/table/", updateViaCache: "none" }).catch(() => {
    /* the certificate is not trusted, only accepted by the user: the page works as over http */
  });
  if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => { /* the page works without it */ });
})();
