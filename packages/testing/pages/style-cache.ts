/**
 * Caches computed styles, one for all elements that must have the same style. After each change to
 * the document, jsdom matches every rule of its default style sheet against each element. Queries
 * by role read the style of every element and all its ancestors.
 */

/** The properties that queries by role, `userEvent` and matchers read. */
const readProperties = ['display', 'visibility', 'opacity', 'pointerEvents'] as const
type ReadStyles = { readonly [K in (typeof readProperties)[number]]: string }

/** Attributes that affect these properties in jsdom's default style sheet. */
const stylingAttributes = ['hidden', 'open', 'type', 'dir'] as const

declare global {
  // Outlives the modules of one test file, as the window does.
  var cachedStyles: Map<string, ReadStyles> | undefined
}

globalThis.cachedStyles ??= new Map()
const known = globalThis.cachedStyles

/** Clears the cache, because another test file may have different style sheets. */
export const clearStyleCache = (): void => known.clear()

/**
 * Patches the window to cache styles that depend only on the tags and attributes of an element and
 * its ancestors.
 */
export function cacheStyles(): void {
  const compute = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudo) => {
    // The visibility of these elements does not depend on attributes alone.
    if (pseudo || element.localName === 'dialog' || element.hasAttribute('popover'))
      return compute(element, pseudo)
    const key = keyOf(element)
    let style = known.get(key)
    if (!style) {
      const computed = compute(element)
      style = Object.fromEntries(readProperties.map((name) => [name, computed[name]])) as ReadStyles
      known.set(key, style)
    }
    return withComputedFallback(style, () => compute(element))
  }
}

/**
 * The cache key: everything that determines an element's style, including the ancestors that have a
 * style or are hidden. The only other sheets are those of Ant Design, which are in a layer, and
 * jsdom ignores layers.
 */
function keyOf(element: Element): string {
  let key = styleKeyOf(element)
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (
      at.hasAttribute('style') ||
      at.hasAttribute('hidden') ||
      at.localName === 'dialog' ||
      at.hasAttribute('popover')
    )
      key += `<${styleKeyOf(at)}`
  }
  return key
}

const styleKeyOf = (element: Element) => {
  const style = element.getAttribute('style')
  return [
    element.localName,
    ...stylingAttributes.map((name) => element.getAttribute(name)),
    style && relevantStyle(style),
  ].join('|')
}
const relevantStyle = (style: string) =>
  /display|visibility|opacity|pointer-events|all/.test(style) ? style : ''

/** The cached style. Other properties are computed by jsdom. */
function withComputedFallback(
  style: ReadStyles,
  compute: () => CSSStyleDeclaration,
): CSSStyleDeclaration {
  const methods = {
    ...style,
    getPropertyValue: (name: string) =>
      name === 'display' || name === 'visibility' ? style[name] : compute().getPropertyValue(name),
  }
  return new Proxy(methods, {
    get: (known, name) =>
      name in known ? known[name as keyof typeof known] : Reflect.get(compute(), name),
  }) as unknown as CSSStyleDeclaration
}
