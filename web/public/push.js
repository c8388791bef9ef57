// Shows what the server tells while no page of ours is open, and opens one when it is pressed. It keeps nothing and
// answers no request of a page.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // what cannot be read is told without words
  }
  const { title = "Vedette: you are asked", body = "", game = "" } = told;
  event.waitUntil(self.registration.showNotification(title, { body, tag: game }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const shown = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const game = event.notification.tag;
    const open = pages.find(({ url }) => game && url.includes(game)) ?? pages.find(({ url }) => !new URL(url).search);
    return open ? open.focus() : self.clients.openWindow("/");
  };
  event.waitUntil(shown());
});
