import type { ReactNode } from 'react'
import { useLanguage } from '../i18n.ts'
import { useIntake, useUniversity } from './university.ts'

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

interface OwnProgrammeProps {
  /** As the university says it. */
  readonly name: string
  readonly of: 'departments' | 'specializations'
}

/** The name of a department or programme on offer, where only what the university calls it is known. */
export function OwnProgramme({ name, of }: OwnProgrammeProps) {
  const known: readonly Named[] = useIntake().intake?.[of] ?? []
  return <OwnName of={known.find((one) => one.name === name) ?? { name, names: null }} />
}
