/**
 * Computed styles, asked of jsdom once for all elements alike. It weighs every rule of its own sheet for each element, anew
 * after each change of the document, and queries by role ask for every element and all that it lies in.
 */

/** Properties that are asked for by those queries, by the events of a user's hands and by matchers. */
const asked = ['display', 'visibility', 'opacity', 'pointerEvents'] as const
type Asked = { readonly [K in (typeof asked)[number]]: string }

/** Attributes by which jsdom's sheet tells elements of a tag apart where one of those properties is concerned. */
const telling = ['hidden', 'open', 'type', 'dir'] as const

declare global {
  // Outlives the modules of one file, as the window does.
  var rememberedStyles: Map<string, Asked> | undefined
}

globalThis.rememberedStyles ??= new Map()
const known = globalThis.rememberedStyles

/** Forgets the styles that the window remembers: another file of tests may have other sheets. */
export const forgetStyles = (): void => known.clear()

/** Has the window remember styles wherever they follow from the tags and attributes of an element and of all that it lies in. */
export function rememberStyles(): void {
  const compute = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudo) => {
    // Opened and closed by more than attributes.
    if (pseudo || element.localName === 'dialog' || element.hasAttribute('popover')) return compute(element, pseudo)
    const key = keyOf(element)
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
 * What an element is styled by, and those that it could inherit from: they have a style of their own or are hidden. The only
 * other sheets are those of Ant Design, which stand in a layer: jsdom leaves that out.
 */
function keyOf(element: Element): string {
  let key = lookOf(element)
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.hasAttribute('style') || at.hasAttribute('hidden') || at.localName === 'dialog' || at.hasAttribute('popover'))
      key += `<${lookOf(at)}`
  }
  return key
}

const lookOf = (element: Element) => {
  const style = element.getAttribute('style')
  return [element.localName, ...telling.map((name) => element.getAttribute(name)), style && stylesAsked(style)].join('|')
}
const stylesAsked = (style: string) => (/display|visibility|opacity|pointer-events|all/.test(style) ? style : '')

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
