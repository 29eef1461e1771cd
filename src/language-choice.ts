/** Language that a person reads: `lng` of the address, what was chosen before (cookie, local storage), the browser's own; else English. */
import { defaultLanguage, type Language, languages } from '#model/vocabulary.ts'

/** Names of cookie and local storage: specification, section 9. The inline script of `index.html` looks in the same places. */
const cookieName = 'i18next'
const storageKey = 'i18nextLng'
const yearSeconds = 60 * 60 * 24 * 365

export function wantedLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get('lng')
  const cookie = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1]
  const wanted = [asked, cookie, storedLanguage(), ...navigator.languages].map((tag) => (tag ?? '').slice(0, 2).toLowerCase())
  return wanted.map((code) => languages.find((language) => language === code)).find((known) => known !== undefined) ?? defaultLanguage
}

export function rememberLanguage(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page, and the cookie store is not in every browser
  document.cookie = `${cookieName}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Refused: the cookie remembers.
  }
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
