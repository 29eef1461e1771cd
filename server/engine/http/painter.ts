/** The artefact of the build that paints public pages (`src/public/prerender.tsx`). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { today } from '#model/values/dates.ts'
import { apiOriginMeta } from '#model/wire/page-policy.ts'
import type { PageToPaint, Painter } from '#model/wire/painted-page.ts'
import type { Config } from '#server/engine/config.ts'

export const paintingFolder = ({ root }: Pick<Config, 'root'>) => join(root, 'dist/prerender')

/** Loads the painter when it is first needed. */
export type FindPainter = () => Promise<Painter>

/** Facts of the university that a public page shows, and the university's own styles, which are empty where it has none. */
export interface University {
  readonly intake: PageToPaint['intake']
  readonly style: string
}

/** Means to paint pages; null where nothing can paint them. */
export interface Painting<P extends FindPainter | null = FindPainter | null> {
  readonly findPainter: P
  /** As the university is at this moment. */
  readonly readUniversity: () => Promise<University>
  /** Its styles alone, for pages that are not painted here. */
  readonly readStyle: () => Promise<string>
}

/** The origin of the API that a page was built for; empty: the page's own. */
export const apiOriginOf = (page: string) => new RegExp(`<meta name="${apiOriginMeta}" content="([^"]*)"`).exec(page)?.[1] ?? ''

/** Null where the artefact was not built, and where the pages are of another API, which may serve another university: what is painted here is what this one knows. */
export function builtPainter(config: Config): FindPainter | null {
  const module = join(paintingFolder(config), 'prerender.js')
  const page = join(config.root, 'dist/browser/index.html')
  if (!existsSync(module) || !existsSync(page) || apiOriginOf(readFileSync(page, 'utf8')) !== '') return null
  let painter: Promise<Painter> | undefined
  return () => {
    // The artefact of our own build: it exports exactly this.
    painter ??= import(/* @vite-ignore */ pathToFileURL(module).href) as Promise<Painter>
    return painter
  }
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
