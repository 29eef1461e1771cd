import type { Language } from '@matricola/schema/vocabulary.ts'
import { createContext, useContext } from 'react'

/** The language named in the page's URL, if any. */
export const UrlLanguage = createContext<Language | null>(null)

export const useUrlLanguage = () => useContext(UrlLanguage)

/** Builds the path of an internal link. Keeps the language if this page's URL names one. */
export function useLinkPath() {
  const language = useUrlLanguage()
  return (path: string, params: { readonly [name: string]: string } = {}) => {
    const search = new URLSearchParams({ ...params, ...(language && { lng: language }) }).toString()
    return search ? `${path}?${search}` : path
  }
}
