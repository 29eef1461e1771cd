/** Marks texts that exist only in the university's language with `lang`, so that screen readers pronounce them correctly. */
import { type ReactNode, useContext } from 'react'
import type { FieldSpec } from '#model/field.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { isTranslated, translates } from '#model/translated.ts'
import type { WireName } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { PersonContext } from '#src/console/person.ts'
import { useLanguage } from '#src/i18n.ts'

/** The university's language; undefined if the page is in it or no user is signed in. */
export function useOwnLanguage(): string | undefined {
  const own = useContext(PersonContext)?.universityLanguage
  return own === useLanguage() ? undefined : own
}

/** A text in the university's language. */
export function OwnText({ children }: { readonly children: ReactNode }) {
  const lang = useOwnLanguage()
  return lang === undefined ? children : <span lang={lang}>{children}</span>
}

/** Language of a field's texts; undefined if it is the page's. */
export function useFieldLanguage(spec: FieldSpec): string | undefined {
  const own = useOwnLanguage()
  const page = useLanguage()
  const said = translates(spec)?.language
  if (said) return said === page ? undefined : said
  return isOwnText(spec) ? own : undefined
}

/** Whether a field holds texts in the university's language. */
const isOwnText = (spec: FieldSpec) => isTranslated(spec) || ('ofUniversity' in spec.options && spec.options.ofUniversity === true)

/** Whether the title of a record is entirely in the university's language. True for courses, for example; false for people. */
const hasOwnTitle = (resource: AnyResource, record: Named | null = {}): boolean =>
  resource.title.length > 0 &&
  resource.title.every((name) => {
    // If only the title is known, a translatable field may be in either language.
    const isElse = record === null ? isTranslated(fieldOf(resource, name)) : record._translated?.includes(name)
    return !isElse && isOwn(resource, name)
  })

function isOwn(resource: AnyResource, name: string): boolean {
  const spec = fieldOf(resource, name)
  return isKind(spec, 'reference') ? hasOwnTitle(resourceNamed(spec.to)) : isOwnText(spec)
}

/** The part of a record that shows in which language its title is. */
type Named = Pick<WireName, '_translated'>

interface OwnTitleProps {
  readonly resource: AnyResource
  /** Absent if only the title is known. */
  readonly record?: Named
  readonly children: ReactNode
}

/** Title of a record, marked if it is in the university's language. */
export const OwnTitle = ({ resource, record, children }: OwnTitleProps) =>
  hasOwnTitle(resource, record ?? null) ? <OwnText>{children}</OwnText> : children

/** Title of the record that a reference points to, marked if it is in the university's language. */
export const ReferenceTitle = ({ resource, record, name, children }: OwnTitleProps & { readonly record: Named; readonly name: string }) =>
  hasOwnTitle(resource) && !record._translated?.includes(name) ? <OwnText>{children}</OwnText> : children

/** Returns a function that returns the language of a record's title; undefined if it is the page's. */
export function useTitleLanguage(resource: AnyResource): (record: Named | undefined) => string | undefined {
  const lang = useOwnLanguage()
  return (record) => (hasOwnTitle(resource, record) ? lang : undefined)
}
