/** Means to paint public pages, and what was painted before. */
import type { PageToPaint, Painter } from '#model/admission/painted-page.ts'
import { today } from '#model/values/dates.ts'
import type { FindPainter } from '#server/engine/http/painter.ts'

/** Facts of the university that a public page shows, and the university's own styles, which are empty where it has none. */
export interface University {
  readonly intake: PageToPaint['intake']
  readonly style: string
}

export interface Painting {
  readonly findPainter: FindPainter<Painter>
  /** As the university is at this moment. */
  readonly readUniversity: () => Promise<University>
}

/** Most paintings that are kept: each is of one page, language and state of the admission. */
const maxPaintings = 200

/** Keeps what was painted, by everything that it depends on. */
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

/** Part of the intake that pages show: clock and token are others at every request, the day is not. */
export function shownOf(intake: PageToPaint['intake'] | null): object | null {
  if (!intake) return null
  const { now, formToken, ...shown } = intake
  return { ...shown, day: today(new Date(now)) }
}
