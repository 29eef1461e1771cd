/**
 * Adds `lang` to texts that exist only in the university's language, so that screen readers
 * pronounce them correctly.
 */

import { type FieldSpec, isFieldType } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { isTranslated, translationOf } from '@matricola/schema/translated-fields.ts'
import type { WireName } from '@matricola/schema/wire/wire.ts'
import { type ReactNode, useContext } from 'react'
import { UserContext } from '../app/user-context.ts'
import { useLanguage } from '../i18n.ts'

/** The university's language; undefined if the page is in that language or no user is signed in. */
export function useUniversityLanguage(): string | undefined {
  const universityLanguage = useContext(UserContext)?.universityLanguage
  return universityLanguage === useLanguage() ? undefined : universityLanguage
}

/** A text in the university's language. */
export function UniversityText({ children }: { readonly children: ReactNode }) {
  const lang = useUniversityLanguage()
  return lang === undefined ? children : <span lang={lang}>{children}</span>
}

/** Language of a field's texts; undefined if it is the language of the page. */
export function useFieldLanguage(spec: FieldSpec): string | undefined {
  const universityLanguage = useUniversityLanguage()
  const page = useLanguage()
  const textLanguage = translationOf(spec)?.language
  if (textLanguage) return textLanguage === page ? undefined : textLanguage
  return isUniversityText(spec) ? universityLanguage : undefined
}

/** Whether a field holds texts in the university's language. */
const isUniversityText = (spec: FieldSpec) =>
  isTranslated(spec) ||
  ('inUniversityLanguage' in spec.options && spec.options.inUniversityLanguage === true)

/**
 * Whether the title of a record is entirely in the university's language. For example, true for
 * courses and false for people.
 */
const isTitleInUniversityLanguage = (
  resource: AnyResource,
  record: TranslatedRecord | null = {},
): boolean =>
  resource.title.length > 0 &&
  resource.title.every((name) => {
    // If only the title is known, a translatable field may be in the university's language or in
    // the page's.
    const isTranslatedText =
      record === null ? isTranslated(fieldOf(resource, name)) : record._translated?.includes(name)
    return !isTranslatedText && isInUniversityLanguage(resource, name)
  })

function isInUniversityLanguage(resource: AnyResource, name: string): boolean {
  const spec = fieldOf(resource, name)
  return isFieldType(spec, 'reference')
    ? isTitleInUniversityLanguage(related(resource, spec.to))
    : isUniversityText(spec)
}

/** The part of a record that determines the language of its title. */
type TranslatedRecord = Pick<WireName, '_translated'>

interface RecordTitleProps {
  readonly resource: AnyResource
  /** Absent if only the title is known. */
  readonly record?: TranslatedRecord
  readonly children: ReactNode
}

/** Title of a record, marked if it is in the university's language. */
export const RecordTitle = ({ resource, record, children }: RecordTitleProps) =>
  isTitleInUniversityLanguage(resource, record ?? null) ? (
    <UniversityText>{children}</UniversityText>
  ) : (
    children
  )

/** Title of the record that a reference points to, marked if it is in the university's language. */
export const ReferenceTitle = ({
  resource,
  record,
  name,
  children,
}: RecordTitleProps & { readonly record: TranslatedRecord; readonly name: string }) =>
  isTitleInUniversityLanguage(resource) && !record._translated?.includes(name) ? (
    <UniversityText>{children}</UniversityText>
  ) : (
    children
  )

/**
 * Returns a function that returns the language of a record's title, or undefined if it is the
 * language of the page.
 */
export function useTitleLanguage(
  resource: AnyResource,
): (record: TranslatedRecord | undefined) => string | undefined {
  const lang = useUniversityLanguage()
  return (record) => (isTitleInUniversityLanguage(resource, record) ? lang : undefined)
}
