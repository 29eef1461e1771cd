/** Loads the built module that prerenders public pages (`src/public/prerender.tsx`). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { apiOriginMeta } from '@matricola/schema/wire/page-policy.ts'
import type { Config } from '../config.ts'

export const prerenderFolder = ({ root }: Pick<Config, 'root'>) => join(root, 'dist/prerender')

/** Loads the prerender module on first use. The caller specifies the type of the module. */
export type LoadPageRenderer<P = unknown> = () => Promise<P>

/** Returns the API origin that a page was built for; empty if it is the page's own origin. */
export const apiOriginOf = (page: string) =>
  new RegExp(`<meta name="${apiOriginMeta}" content="([^"]*)"`).exec(page)?.[1] ?? ''

/**
 * Returns null if the module was not built, or if the pages use the API of another server. That
 * server may belong to another university, and this one can only render its own data.
 */
export function findPageRendererLoader(config: Config): LoadPageRenderer | null {
  const module = join(prerenderFolder(config), 'prerender.js')
  const page = join(config.root, 'dist/browser/index.html')
  if (!existsSync(module) || !existsSync(page) || apiOriginOf(readFileSync(page, 'utf8')) !== '')
    return null
  let renderer: Promise<unknown> | undefined
  return () => {
    renderer ??= import(/* @vite-ignore */ pathToFileURL(module).href)
    return renderer
  }
}
