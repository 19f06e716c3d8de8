// Going from page to page without leaving the page.

/** Goes to another page of ours. @param {string} path */
export function go(path) {
  window.history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}
