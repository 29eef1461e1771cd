/** Inputs of prerendering, and its cache. */

import { today } from '@matricola/schema/values/dates.ts'
import type { LoadPageRenderer } from '@matricola/server/http/page-renderer.ts'
import type { PageRenderer, PrerenderInput } from '#resources/admission/prerendered-page.ts'

/** Facts about the university for public pages, and its styles, which may be empty. */
export interface UniversityFacts {
  readonly intake: PrerenderInput['intake']
  readonly style: string
}

export interface PrerenderSources {
  readonly loadPageRenderer: LoadPageRenderer<PageRenderer>
  /** Reads the current state. */
  readonly readUniversity: () => Promise<UniversityFacts>
}

/** Maximum number of cached pages. Each is for one page, language and admission state. */
const maxCachedPages = 200

/** Returns a function that caches rendered markup by everything that the markup depends on. */
export function createMarkupCache(): (input: unknown, render: () => string) => string {
  const cache = new Map<string, string>()
  return (input, render) => {
    const key = JSON.stringify(input)
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const markup = render()
    if (cache.size >= maxCachedPages) cache.clear()
    cache.set(key, markup)
    return markup
  }
}

/**
 * The part of the intake that pages show. The exact time and the form token differ with every
 * request; the day does not.
 */
export function cacheKeyOfIntake(intake: PrerenderInput['intake'] | null): object | null {
  if (!intake) return null
  const { now, formToken, ...content } = intake
  return { ...content, day: today(new Date(now)) }
}
