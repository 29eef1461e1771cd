/** Inputs of prerendering, and its cache. */
import type { PageToPaint, Painter } from '#model/admission/painted-page.ts'
import { today } from '#model/values/dates.ts'
import type { FindPainter } from '#server/engine/http/painter.ts'

/** Facts of the university for public pages, and its styles, which may be empty. */
export interface University {
  readonly intake: PageToPaint['intake']
  readonly style: string
}

export interface Painting {
  readonly findPainter: FindPainter<Painter>
  /** Reads the current state. */
  readonly readUniversity: () => Promise<University>
}

/** Maximum number of cached pages. Each is for one page, language and state of the admission. */
const maxPaintings = 200

/** Returns a function that caches rendered markup under everything it depends on. */
export function keptPaintings(): (of: unknown, paint: () => string) => string {
  const paintings = new Map<string, string>()
  return (of, paint) => {
    const key = JSON.stringify(of)
    const kept = paintings.get(key)
    if (kept !== undefined) return kept
    const markup = paint()
    if (paintings.size >= maxPaintings) paintings.clear()
    paintings.set(key, markup)
    return markup
  }
}

/** The part of the intake that pages show. The exact time and the form token differ with every request; the day does not. */
export function shownOf(intake: PageToPaint['intake'] | null): object | null {
  if (!intake) return null
  const { now, formToken, ...shown } = intake
  return { ...shown, day: today(new Date(now)) }
}
