/**
 * Answers the selectors that queries by role and by text try on nearly every element. jsdom's
 * selector engine takes longer for these than the rest of a query.
 */

/** Elements that queries by text ignore. */
export const ignoredByText = 'script, style, [data-announcer], [data-announcer] *'

/**
 * A selector of one tag, with or without conditions on attributes: `a[href]`,
 * `input[type="text"]:not([list])`.
 */
const byTag = /^([a-z][a-z0-9]*)(?:\[[^\],]*\]|:not\(\[[^\],]*\]\))*$/

/** Tags of the elements that a selector can match, or undefined if it can match any tag. */
function tagsOf(selector: string): readonly string[] | undefined {
  const tags = selector.split(', ').map((part) => byTag.exec(part)?.[1])
  return tags.every((tag) => tag !== undefined) ? tags : undefined
}

function isIgnoredByText(element: Element): boolean {
  if (element.localName === 'script' || element.localName === 'style') return true
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at.hasAttribute('data-announcer')) return true
  return false
}

/** Makes `matches` return false immediately for a selector of other tags. */
export function speedUpMatches(): void {
  const { matches } = Element.prototype
  const known = new Map<string, readonly string[] | undefined>()
  const matchesSelector = function (this: Element, selector: string): boolean {
    if (selector === ignoredByText) return isIgnoredByText(this)
    if (!known.has(selector)) known.set(selector, tagsOf(selector))
    const tags = known.get(selector)
    return tags === undefined || tags.includes(this.localName)
      ? matches.call(this, selector)
      : false
  }
  Object.defineProperty(Element.prototype, 'matches', {
    value: matchesSelector,
    configurable: true,
    writable: true,
  })
}
