// Going from page to page without leaving the page.

/** The page before those of the kind one is at. */
let origin = "/";

/** @param {string} path */
const kindOf = (path) => path.split("/")[1];

/** Goes to another page of ours. @param {string} path */
export function go(path) {
  const { pathname, search } = window.location;
  if (kindOf(pathname) !== kindOf(path)) origin = pathname + search;
  window.history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** Goes back to where one came from, over all pages of this kind; to the lobby, if that is unknown. */
export function goBack() {
  go(origin);
}
