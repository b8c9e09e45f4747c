// Where the page came over https with a certificate that this browser trusts, a worker keeps it for when nobody answers.
(function () {
  "use strict";
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register("/table/worker.js", { scope: "/table/", updateViaCache: "none" }).catch(function () {
    /* a certificate that was only clicked through: the page goes on as it does over http */
  });
  if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(function () { /* not now */ });
})();
