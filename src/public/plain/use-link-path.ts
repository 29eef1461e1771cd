import { createContext, useContext } from 'react'
import type { Language } from '#model/vocabulary.ts'

/** The language named in the page's address, if any. */
export const UrlLanguage = createContext<Language | null>(null)

/** Builds an internal address. Keeps the language if this page's address names one. */
export function useLinkPath() {
  const language = useContext(UrlLanguage)
  return (path: string, params: { readonly [name: string]: string } = {}) => {
    const search = new URLSearchParams({ ...params, ...(language && { lng: language }) }).toString()
    return search ? `${path}?${search}` : path
  }
}
