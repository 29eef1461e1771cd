/** The artefact of the build that paints public pages (`src/public/prerender.tsx`). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { apiOriginMeta } from '#model/wire/page-policy.ts'
import type { Config } from '#server/engine/config.ts'

export const paintingFolder = ({ root }: Pick<Config, 'root'>) => join(root, 'dist/prerender')

/** Loads the painter when it is first needed. What it paints is between its source and whoever has it paint. */
export type FindPainter<P = unknown> = () => Promise<P>

/** The origin of the API that a page was built for; empty: the page's own. */
export const apiOriginOf = (page: string) => new RegExp(`<meta name="${apiOriginMeta}" content="([^"]*)"`).exec(page)?.[1] ?? ''

/** Null where the artefact was not built, and where the pages are of another API, which may serve another university: what is painted here is what this one knows. */
export function builtPainter(config: Config): FindPainter | null {
  const module = join(paintingFolder(config), 'prerender.js')
  const page = join(config.root, 'dist/browser/index.html')
  if (!existsSync(module) || !existsSync(page) || apiOriginOf(readFileSync(page, 'utf8')) !== '') return null
  let painter: Promise<unknown> | undefined
  return () => {
    painter ??= import(/* @vite-ignore */ pathToFileURL(module).href)
    return painter
  }
}
