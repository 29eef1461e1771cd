/**
 * Real page loads, and the location to come back to after signing in. It lives in this tab's session storage; what comes out
 * passes `returnPath` of `model/paths.ts` (S-13.6).
 */
import { returnPath } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'

const rememberedKey = 'matricola.location'

/** Loads another page of ours. An object's member, so that tests can watch it: jsdom loads nothing. */
export const navigation = {
  goTo: (path: string) => window.location.assign(path),
  replace: (path: string) => window.location.replace(path),
  reload: () => window.location.reload(),
  /** Lets the browser fetch a file of ours into its downloads, as it arrives; the page stays. */
  download: (url: string) => {
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  },
}

/** Remembers where the person wanted to be. */
export function rememberLocation() {
  const { pathname, search, hash } = window.location
  try {
    sessionStorage.setItem(rememberedKey, `${pathname}${search}${hash}`)
  } catch {
    // Storage is refused: they land on their home.
  }
}

/** Where a person goes now: the remembered location, once, when it lies in their area; else their home. */
export function takeReturnPath(role: Role): string {
  let remembered: string | null = null
  try {
    remembered = sessionStorage.getItem(rememberedKey)
    sessionStorage.removeItem(rememberedKey)
  } catch {
    // As above.
  }
  return returnPath(remembered, role)
}
