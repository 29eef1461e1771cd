/** Texts that the university writes once, in its own language: marked, so that a page in another language is read out right. */
import { type ReactNode, useContext } from 'react'
import type { FieldSpec } from '#model/field.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { isTranslated, translates } from '#model/translated.ts'
import type { WireName } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { PersonContext } from '#src/console/person.ts'
import { useLanguage } from '#src/i18n.ts'

/** The university's language; undefined where the page is in it, and where nobody is signed in who was told. */
export function useOwnLanguage(): string | undefined {
  const own = useContext(PersonContext)?.universityLanguage
  return own === useLanguage() ? undefined : own
}

/** A text in the university's language. */
export function OwnText({ children }: { readonly children: ReactNode }) {
  const lang = useOwnLanguage()
  return lang === undefined ? children : <span lang={lang}>{children}</span>
}

/** Language of the texts of a field, where it is not the page's. */
export function useFieldLanguage(spec: FieldSpec): string | undefined {
  const own = useOwnLanguage()
  const page = useLanguage()
  const said = translates(spec)?.language
  if (said) return said === page ? undefined : said
  return isOwnText(spec) ? own : undefined
}

/** Tells whether a field holds texts in the university's language. */
const isOwnText = (spec: FieldSpec) => isTranslated(spec) || ('ofUniversity' in spec.options && spec.options.ofUniversity === true)

/** Tells whether records are called by texts of the university alone, such as courses, and unlike people. */
const hasOwnTitle = (resource: AnyResource, record: Named | null = {}): boolean =>
  resource.title.length > 0 &&
  resource.title.every((name) => {
    // Of a record that is known by its title alone nobody knows in which language that is.
    const isElse = record === null ? isTranslated(fieldOf(resource, name)) : record._translated?.includes(name)
    return !isElse && isOwn(resource, name)
  })

function isOwn(resource: AnyResource, name: string): boolean {
  const spec = fieldOf(resource, name)
  return isKind(spec, 'reference') ? hasOwnTitle(resourceNamed(spec.to)) : isOwnText(spec)
}

/** A record, as far as it tells in which language it is called. */
type Named = Pick<WireName, '_translated'>

interface OwnTitleProps {
  readonly resource: AnyResource
  /** Absent: nothing but its title is known. */
  readonly record?: Named
  readonly children: ReactNode
}

/** Title of a record, marked where it is in the university's language. */
export const OwnTitle = ({ resource, record, children }: OwnTitleProps) =>
  hasOwnTitle(resource, record ?? null) ? <OwnText>{children}</OwnText> : children

/** Title of the record of a resource that a reference of another names, the same. */
export const ReferenceTitle = ({ resource, record, name, children }: OwnTitleProps & { readonly record: Named; readonly name: string }) =>
  hasOwnTitle(resource) && !record._translated?.includes(name) ? <OwnText>{children}</OwnText> : children

/** The language of the titles of records of a resource, where it is not the page's. */
export function useTitleLanguage(resource: AnyResource): (record: Named | undefined) => string | undefined {
  const lang = useOwnLanguage()
  return (record) => (hasOwnTitle(resource, record) ? lang : undefined)
}
