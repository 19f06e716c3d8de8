// Navigation between the page's addresses without reloading.

/** The address before the first page of the current kind. */
let origin = "/";

/** @param {string} path */
const kindOf = (path) => path.split("/")[1];

/** Navigates to another address of the page. @param {string} path */
export function go(path) {
  const { pathname, search } = window.location;
  if (kindOf(pathname) !== kindOf(path)) origin = pathname + search;
  window.history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** Goes back to the address before all pages of this kind; to the lobby if it is unknown. */
export function goBack() {
  go(origin);
}
