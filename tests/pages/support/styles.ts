/**
 * Computed styles, asked of jsdom once for all elements alike. It weighs every rule of its own sheet for each element, anew
 * after each change of the document, and queries by role ask for every element and all that it lies in.
 */

/** Properties that are asked for by those queries, by the events of a user's hands and by matchers. */
const asked = ['display', 'visibility', 'opacity', 'pointerEvents'] as const
type Asked = { readonly [K in (typeof asked)[number]]: string }

/** Attributes by which jsdom's sheet tells elements of a tag apart where one of those properties is concerned. */
const telling = ['hidden', 'open', 'type', 'dir'] as const

/** Has the window remember styles wherever they follow from an element's tag and attributes alone. */
export function rememberStyles(): void {
  const known = new Map<string, Asked>()
  const compute = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || isSpecial(element)) return compute(element, pseudo)
    const key = [element.localName, ...telling.map((name) => String(element.getAttribute(name)))].join('|')
    let style = known.get(key)
    if (!style) {
      const computed = compute(element)
      style = Object.fromEntries(asked.map((name) => [name, computed[name]])) as Asked
      known.set(key, style)
    }
    return remembered(style, () => compute(element))
  }
}

/**
 * Opened and closed by more than attributes, or with a style of its own or one that could be inherited. The only other sheets
 * are those of Ant Design, which stand in a layer: jsdom leaves that out.
 */
function isSpecial(element: Element): boolean {
  if (element.localName === 'dialog' || element.hasAttribute('popover')) return true
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at.hasAttribute('style') || (at !== element && at.hasAttribute('hidden'))) return true
  return false
}

/** The style that is known; whatever else it is asked for, jsdom computes. */
function remembered(style: Asked, compute: () => CSSStyleDeclaration): CSSStyleDeclaration {
  const own = {
    ...style,
    getPropertyValue: (name: string) => (name === 'display' || name === 'visibility' ? style[name] : compute().getPropertyValue(name)),
  }
  return new Proxy(own, {
    get: (known, name) => (name in known ? known[name as keyof typeof known] : Reflect.get(compute(), name)),
  }) as unknown as CSSStyleDeclaration
}
