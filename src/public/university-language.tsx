import { useLanguage } from '@matricola/console/i18n.ts'
import type { ReactNode } from 'react'
import { nameIn, type TranslatedName } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { useUniversity } from './public-config.ts'

/** The university's own language, or undefined if the page is in it. */
export function useUniversityLang() {
  const universityLanguage = useUniversity()?.language
  return universityLanguage === useLanguage() ? undefined : universityLanguage
}

interface InUniversityLanguageProps {
  /** Set if the text is in the page's language. */
  readonly isTranslated?: boolean
  readonly children: ReactNode
}

/** Text in the university's own language, such as the name of a programme. */
export function InUniversityLanguage({
  isTranslated = false,
  children,
}: InUniversityLanguageProps) {
  const lang = useUniversityLang()
  return <span lang={isTranslated ? undefined : lang}>{children}</span>
}

/**
 * Returns a function that gives names in the page's language, each with its `lang` if that differs.
 */
export function useTranslatedNames() {
  const language = useLanguage()
  const universityLang = useUniversityLang()
  return (record: TranslatedName) => ({
    label: nameIn(record, language),
    lang: record.names?.[language] === undefined ? universityLang : undefined,
  })
}

/** A name, with its `lang` if needed. */
export function TranslatedNameText({ of }: { readonly of: TranslatedName }) {
  const { label, lang } = useTranslatedNames()(of)
  return <span lang={lang}>{label}</span>
}

/** The name of an admission session. */
export const SessionName = ({
  of: { session, sessionNames },
}: {
  readonly of: Pick<WireIntake, 'session' | 'sessionNames'>
}) => <TranslatedNameText of={{ name: session ?? '', names: sessionNames }} />
