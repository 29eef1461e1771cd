import type { ReactNode } from 'react'
import type { WireApplication } from '#model/admission/wire.ts'
import { useLanguage } from '../i18n.ts'
import { useUniversity } from './university.ts'

/** The university's own language; undefined where the page is in it. */
export function useOwnLanguage() {
  const own = useUniversity()?.language
  return own === useLanguage() ? undefined : own
}

interface OwnProps {
  /** Set where the text is in the language of the page all the same. */
  readonly isTranslated?: boolean
  readonly children: ReactNode
}

/** Text that the university wrote in its own language, such as names of programmes. */
export function Own({ isTranslated = false, children }: OwnProps) {
  const lang = useOwnLanguage()
  return <span lang={isTranslated ? undefined : lang}>{children}</span>
}

/** A name of the university's, in its own language and in some others. */
export interface Named {
  readonly name: string
  readonly names: { readonly [language: string]: string } | null
}

/** The name in a language; as the university says it where it has none in it. */
export const nameIn = ({ name, names }: Named, language: string) => names?.[language] ?? name

/** Tells names in the language of the page, each with its language where that is another. */
export function useNames() {
  const language = useLanguage()
  const own = useOwnLanguage()
  return (one: Named) => ({ label: nameIn(one, language), lang: one.names?.[language] === undefined ? own : undefined })
}

/** The same on a page. */
export function OwnName({ of }: { readonly of: Named }) {
  const { label, lang } = useNames()(of)
  return <span lang={lang}>{label}</span>
}

/** The department and the programmes of an application, told as above by what the university calls them. */
export function useOwnNames({ names }: Pick<WireApplication, 'names'>) {
  const named = useNames()
  return (name: string) => named({ name, names: names[name] ?? null })
}

/** One of these names on a page. */
export function OwnProgramme({ name, application }: { name: string; application: Pick<WireApplication, 'names'> }) {
  const { label, lang } = useOwnNames(application)(name)
  return <span lang={lang}>{label}</span>
}
