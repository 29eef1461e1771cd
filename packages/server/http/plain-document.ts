/** The HTML document of a page that the server renders completely and that loads no scripts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '@matricola/schema/values/html.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Config } from '../config.ts'
import { prerenderFolder } from './page-renderer.ts'
import { noncePlaceholder } from './send-page.ts'

/**
 * Makes browsers state the origin of a form submission. Without it the origin check would reject
 * the form.
 */
export const sameOriginReferrer = '<meta name="referrer" content="same-origin">'

/** Metadata of a page for search engines and link previews. */
export interface PageHead {
  readonly title: string
  /** Absent if search engines should not index the page. */
  readonly searchMetadata?: {
    readonly description: string
    readonly siteName: string
    /** The canonical URL of the page. */
    readonly address: string
    /** URLs of the page by language, and the default. */
    readonly translations: { readonly [language: string]: string }
    /** Locale in Open Graph format: `ro_RO`. */
    readonly locale: string
    /** Image of the university for link previews. */
    readonly image: string | null
    /** Structured data of schema.org. */
    readonly data: object
  }
}

/** Returns a page as HTML with placeholders for its nonce. */
export type RenderPlainDocument = (page: {
  readonly language: Language
  readonly head: PageHead
  readonly body: string
}) => string

/**
 * Reads the styles and the small script that the build creates for such pages. They are inlined in
 * each page.
 */
export function createPlainDocumentRenderer(config: Pick<Config, 'root'>): RenderPlainDocument {
  const read = (name: string) => {
    const path = join(prerenderFolder(config), name)
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  }
  const [script, styles] = [read('plain.js'), read('plain.css')]
  return ({ language, head, body }) => `<!doctype html>
<html lang="${language}" data-theme="light">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="theme-color" content="#16263d">
    ${sameOriginReferrer}
    ${headTags(head)}
    <link rel="icon" href="/emblem.svg" type="image/svg+xml">
    <link rel="preload" href="/fonts/source-sans-3-latin.woff2" as="font" type="font/woff2" crossorigin>
    <script nonce="${noncePlaceholder}">${script}</script>
    <style nonce="${noncePlaceholder}">${styles}</style>
  </head>
  <body>${body}</body>
</html>
`
}

/**
 * Returns the title and the tags for search engines and link previews, with placeholders for the
 * nonce.
 */
export function headTags({ title, searchMetadata }: PageHead): string {
  const titled = `<title>${escapeHtml(title)}</title>`
  if (!searchMetadata) return `${titled}\n    <meta name="robots" content="noindex">`
  const { description, siteName, address, translations, locale, image, data } = searchMetadata
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
    ...Object.entries(translations).map(
      ([language, href]) =>
        `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">`,
    ),
    ...Object.entries(shared).map(
      ([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary">',
    `<script type="application/ld+json" nonce="${noncePlaceholder}">${toScriptJson(data)}</script>`,
  ].join('\n    ')
}

/** JSON that cannot close the `<script>` element around it. */
export const toScriptJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')
