/** Texts that the university writes once, in its own language: marked, so that a page in another language is read out right. */
import type { ReactNode } from 'react'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { usePerson } from '#src/console/person.ts'
import { useLanguage } from '#src/i18n.ts'

/** The university's language; undefined where the page is in it. */
export function useOwnLanguage(): string | undefined {
  const own = usePerson().universityLanguage
  return own === useLanguage() ? undefined : own
}

/** A text in the university's language. */
export function OwnText({ children }: { readonly children: ReactNode }) {
  const lang = useOwnLanguage()
  return lang === undefined ? children : <span lang={lang}>{children}</span>
}

/** Tells whether records are called by texts of the university alone, such as courses, and unlike people. */
export const hasOwnTitle = (resource: AnyResource): boolean =>
  resource.title.length > 0 && resource.title.every((name) => isOwn(resource, name))

function isOwn(resource: AnyResource, name: string): boolean {
  const spec = fieldOf(resource, name)
  if (isKind(spec, 'reference')) return hasOwnTitle(resourceNamed(spec.to))
  return 'ofUniversity' in spec.options && spec.options.ofUniversity === true
}

/** Title of a record of a resource, marked where it is in the university's language. */
export const OwnTitle = ({ resource, children }: { readonly resource: AnyResource; readonly children: ReactNode }) =>
  hasOwnTitle(resource) ? <OwnText>{children}</OwnText> : children

/** The language of the titles of a resource, where it is not the page's. */
export function useTitleLanguage(resource: AnyResource): string | undefined {
  const lang = useOwnLanguage()
  return hasOwnTitle(resource) ? lang : undefined
}
