/** Cells that were typed and not yet taken by the server; kept for this tab, so that a reload loses none. */

type Drafts = { readonly [column: number]: string }

const keyOf = (importId: string, position: number) => `matricola.import.${importId}.${position}`

export function keptDrafts(importId: string, position: number): Drafts {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(keyOf(importId, position)) ?? '{}')
    if (typeof held !== 'object' || held === null) return {}
    return Object.fromEntries(Object.entries(held).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

export function keepDrafts(importId: string, position: number, drafts: Drafts) {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(keyOf(importId, position))
    else sessionStorage.setItem(keyOf(importId, position), JSON.stringify(drafts))
  } catch {
    // Storage is refused: what is typed lives as long as the page.
  }
}
