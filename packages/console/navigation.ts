/**
 * Full page loads, and the location to return to after signing in. The location is kept in the
 * tab's session storage; `returnPath` of `packages/schema/paths.ts` rejects locations that are
 * unsafe or outside the user's area.
 */
import { returnPath } from '@matricola/schema/paths.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'

const rememberedKey = 'matricola.location'

/**
 * Loads another page of the application. Methods of an object, so that tests can mock them: jsdom
 * cannot navigate.
 */
export const navigation = {
  goTo: (path: string) => window.location.assign(path),
  replace: (path: string) => window.location.replace(path),
  reload: () => window.location.reload(),
  /** Lets the browser download a file of the API. The page stays open. */
  download: (url: string) => {
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  },
}

/** Stores the current location to return to. */
export function rememberLocation() {
  const { pathname, search, hash } = window.location
  try {
    sessionStorage.setItem(rememberedKey, `${pathname}${search}${hash}`)
  } catch {
    // Storage is not available, so the user will return to the home page.
  }
}

/**
 * Returns where to go after signing in: the stored location, once, if it is in the user's area;
 * otherwise the home page.
 */
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
