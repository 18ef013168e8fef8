/**
 * True when this Node may run the product instead of the pinned one: a later release of the same line, installed by an
 * operator.
 * @param {string} own @param {string} pinned
 */
export function isLaterRelease(own, pinned) {
  return own.split('.')[0] === pinned.split('.')[0] && own.localeCompare(pinned, 'en', { numeric: true }) > 0;
}
