import type { ReactNode } from 'react'
import type { WireApplication } from '#model/admission/wire.ts'
import { useLanguage } from '../i18n.ts'
import { useUniversity } from './university.ts'

/** The university's own language, or undefined if the page is in it. */
export function useOwnLanguage() {
  const own = useUniversity()?.language
  return own === useLanguage() ? undefined : own
}

interface OwnProps {
  /** Set if the text is in the page's language after all. */
  readonly isTranslated?: boolean
  readonly children: ReactNode
}

/** Text in the university's own language, such as the name of a programme. */
export function Own({ isTranslated = false, children }: OwnProps) {
  const lang = useOwnLanguage()
  return <span lang={isTranslated ? undefined : lang}>{children}</span>
}

/** A name in the university's own language, and its translations. */
export interface Named {
  readonly name: string
  readonly names: { readonly [language: string]: string } | null
}

/** Returns the name in a language. Falls back to the university's own. */
export const nameIn = ({ name, names }: Named, language: string) => names?.[language] ?? name

/** Returns a function that gives names in the page's language, each with its `lang` if that differs. */
export function useNames() {
  const language = useLanguage()
  const own = useOwnLanguage()
  return (one: Named) => ({ label: nameIn(one, language), lang: one.names?.[language] === undefined ? own : undefined })
}

/** A name, with its `lang` if needed. */
export function OwnName({ of }: { readonly of: Named }) {
  const { label, lang } = useNames()(of)
  return <span lang={lang}>{label}</span>
}

/** The same for the department and programmes of an application, which are looked up by their original name. */
export function useOwnNames({ names }: Pick<WireApplication, 'names'>) {
  const named = useNames()
  return (name: string) => named({ name, names: names[name] ?? null })
}

/** One of these names. */
export function OwnProgramme({ name, application }: { name: string; application: Pick<WireApplication, 'names'> }) {
  const { label, lang } = useOwnNames(application)(name)
  return <span lang={lang}>{label}</span>
}
