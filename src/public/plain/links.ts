import { createContext, useContext } from 'react'
import type { Language } from '#model/vocabulary.ts'

/** The language that the page's address names, if it does. */
export const NamedLanguage = createContext<Language | null>(null)

/** An address of our own, in the same language as this page's where that names one. */
export function useAddress() {
  const language = useContext(NamedLanguage)
  return (path: string, params: { readonly [name: string]: string } = {}) => {
    const search = new URLSearchParams({ ...params, ...(language && { lng: language }) }).toString()
    return search ? `${path}?${search}` : path
  }
}
