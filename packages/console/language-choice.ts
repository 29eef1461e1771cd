/**
 * The user's language. Taken from `lng` in the URL, an earlier choice (cookie, local storage) or
 * the browser's languages, otherwise the first language of the application.
 */
import type { Languages } from '@matricola/schema/languages.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'

/**
 * Names of the cookie and the storage key, as fixed by the specification. The inline script in
 * `index.html` uses the same names.
 */
const cookieName = 'i18next'
const storageKey = 'i18nextLng'
const yearSeconds = 60 * 60 * 24 * 365

export function preferredLanguage(languages: Languages): Language {
  const requested = new URLSearchParams(window.location.search).get('lng')
  const cookie = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1]
  const preferred = [requested, cookie, storedLanguage(), ...navigator.languages].map((tag) =>
    (tag ?? '').slice(0, 2).toLowerCase(),
  )
  return (
    preferred
      .map((code) => languages.find((language) => language === code))
      .find((known) => known !== undefined) ?? languages[0]
  )
}

export function rememberLanguage(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads the cookie, and not every browser has the Cookie Store API
  document.cookie = `${cookieName}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is not available, but the cookie is enough.
  }
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
