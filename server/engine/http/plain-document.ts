/** The document around a page that is whole as the server paints it, and loads no script. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#model/values/html.ts'
import type { Language } from '#model/vocabulary.ts'
import type { Config } from '#server/engine/config.ts'
import { paintingFolder } from './painter.ts'
import { noncePlace } from './send-page.ts'

/** Without it browsers keep from us where a form of ours was sent from, and the check of origins refuses it. */
export const ownReferrer = '<meta name="referrer" content="same-origin">'

/** Parts of a page that programs read: search engines, and whatever shows a link that was shared. */
export interface PageHead {
  readonly title: string
  /** Absent: the page is nothing that a search engine should know. */
  readonly found?: {
    readonly description: string
    readonly siteName: string
    /** The page's own address. */
    readonly address: string
    /** The same page in each language, and for everybody else. */
    readonly translations: { readonly [language: string]: string }
    /** As the protocol of shared links names languages: `ro_RO`. */
    readonly locale: string
    /** A picture of the university, which whatever shows a link of the page shows with it. */
    readonly image: string | null
    /** Structured data of schema.org. */
    readonly data: object
  }
}

/** A page as HTML, with the place of its nonce. */
export type PlainDocument = (page: { readonly language: Language; readonly head: PageHead; readonly body: string }) => string

/** Reads the styles and the few lines of script that the build has made for such pages; they stand within each. */
export function plainDocuments(config: Pick<Config, 'root'>): PlainDocument {
  const read = (name: string) => {
    const path = join(paintingFolder(config), name)
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  }
  const [script, styles] = [read('plain.js'), read('plain.css')]
  return ({ language, head, body }) => `<!doctype html>
<html lang="${language}" data-theme="light">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="theme-color" content="#16263d">
    ${ownReferrer}
    ${headTags(head)}
    <link rel="icon" href="/emblem.svg" type="image/svg+xml">
    <link rel="preload" href="/fonts/source-sans-3-latin.woff2" as="font" type="font/woff2" crossorigin>
    <script nonce="${noncePlace}">${script}</script>
    <style nonce="${noncePlace}">${styles}</style>
  </head>
  <body>${body}</body>
</html>
`
}

/** Title, and tags for search engines and shared links, with their `__CSP_NONCE__`. */
export function headTags({ title, found }: PageHead): string {
  const titled = `<title>${escapeHtml(title)}</title>`
  if (!found) return `${titled}\n    <meta name="robots" content="noindex">`
  const { description, siteName, address, translations, locale, image, data } = found
  const shared = {
    title,
    description,
    url: address,
    site_name: siteName,
    type: 'website',
    locale,
    ...(image && { image, 'image:alt': siteName }),
  }
  return [
    titled,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...Object.entries(translations).map(([language, href]) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">`),
    ...Object.entries(shared).map(([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`),
    '<meta name="twitter:card" content="summary">',
    `<script type="application/ld+json" nonce="${noncePlace}">${asScript(data)}</script>`,
  ].join('\n    ')
}

/** JSON that no text in it can end. */
export const asScript = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')
