import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { invitationPath, resetPasswordPath, signInPath } from '@matricola/schema/paths.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import {
  headTags,
  sameOriginReferrer,
  toScriptJson,
} from '@matricola/server/http/plain-document.ts'
import { noncePlaceholder } from '@matricola/server/http/send-page.ts'
import type { CreateBuildPage } from '@matricola/server/http/static-files.ts'
import { createBuiltPages } from '@matricola/server/services/branding.ts'
import { languageParameter, pageLanguage } from '@matricola/server/session/language.ts'
import { intakeElementId, type PrerenderInput } from '#resources/admission/prerendered-page.ts'
import {
  applyPath,
  emailLinkPath,
  formPreviewFramePath,
  programmeParam,
  statusPath,
  verifyPath,
} from '#resources/paths.ts'
import { formHead } from '#server/admission/public-site/page-heads.ts'
import { cacheKeyOfIntake, createMarkupCache, type PrerenderSources } from './markup-cache.ts'

/**
 * Prerendered pages, with the bundle that `preparePage` loads for each. Other public paths return
 * the not-found page.
 */
const pageBundles: { readonly [path: string]: readonly string[] } = {
  [applyPath]: ['src/public/apply/apply.tsx'],
  [statusPath]: ['src/public/status/status-page.tsx'],
  [signInPath]: ['src/public/sign-in-page.tsx'],
}
/** Additional bundle for the steps of the application form. */
const stepBundle = { source: 'src/public/apply/form-bundle.ts', texts: ['apply'] }
/**
 * Paths that are not public, or depend on data that only the browser has, such as the session or
 * the secret after `#` in an emailed link.
 */
const consolePath = /^\/(?:admin|secretary|student|professor|test)(?:\/|$)/
const isPrerenderable = (path: string) =>
  !consolePath.test(path) &&
  !['/', resetPasswordPath, invitationPath, verifyPath, emailLinkPath].includes(path) &&
  !path.startsWith(`${verifyPath}/`)
/**
 * The notice that pages need scripts. The status page does not need the notice, since its search
 * works without scripts.
 */
const noScript = /<noscript class="no-script">[\s\S]*?<\/noscript>/
const emptyRoot = '<div id="root"></div>'

/**
 * Prerenders public pages with the components of the browser, so that visitors can read while
 * scripts load. If rendering fails, the server sends the empty page and the browser renders it.
 */
export const createPrerenderedPages =
  (context: Context, { loadPageRenderer, readUniversity }: PrerenderSources): CreateBuildPage =>
  (template) => {
    const { config, log, texts } = context
    const buildEmptyPage = createBuiltPages(context)(template)
    if (!template.includes(emptyRoot)) return buildEmptyPage
    const heads = headsOf(join(config.root, 'dist/browser'))
    const cachedMarkup = createMarkupCache()
    const render = async (page: PrerenderInput) => {
      const { renderPage } = await loadPageRenderer()
      return cachedMarkup(
        [page.path, page.search, page.language, cacheKeyOfIntake(page.intake)],
        () => renderPage(page),
      )
    }

    return async (request) => {
      const path = pathOf(request.url)
      const isSandboxed = path === formPreviewFramePath
      if (path !== '/' && !isSandboxed && !isPrerenderable(path)) return buildEmptyPage(request)
      try {
        const { intake, style } = await readUniversity()
        // The data is in the page, because a sandboxed page cannot request it.
        if (isSandboxed)
          return { page: withIntake(template, emptyRoot, intake), style, isSandboxed }
        const facts = {
          texts,
          language: pageLanguage(request),
          origin: config.publicOrigin,
          intake,
          isLanguageNamed: languageParameter(request) !== undefined,
        }
        if (path === '/')
          return { page: withHead(template, headTags(formHead(facts, path))), style }
        const { path: knownPath, search } = addressOf(request.url, intake)
        const page = { path: knownPath, search, language: facts.language, intake }
        const titledTemplate = withHead(
          template,
          headTags(
            knownPath === applyPath ? formHead(facts, applyPath) : { title: intake.universityName },
          ),
        )
        return {
          page: assemblePage({
            template: titledTemplate,
            page,
            markup: await render(page),
            head: heads(page),
          }),
          style,
        }
      } catch (error) {
        log.error({ err: error, path }, 'a public page could not be prerendered')
        return { ...(await buildEmptyPage(request)), isSandboxed }
      }
    }
  }

/**
 * Replaces the program's title and robots tag with the university's, for search engines and link
 * previews.
 */
const withHead = (template: string, tags: string) =>
  template.replace(/<meta name="robots"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => tags)

interface PageParts {
  readonly template: string
  readonly page: PrerenderInput
  readonly markup: string
  readonly head: string
}

/** Replacements are functions, since `$` has a special meaning in a replacement string. */
function assemblePage({ template, page, markup, head }: PageParts): string {
  const root = `<div id="root" data-language="${page.language}">${markup}</div>`
  const isForm = page.path === statusPath
  const withHeadAndLanguage = template
    .replace(isForm ? noScript : '', '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('<html lang="en"', () => `<html lang="${page.language}"`)
    .replace('</head>', () => `${isForm ? sameOriginReferrer : ''}${head}</head>`)
  return withIntake(withHeadAndLanguage, root, page.intake)
}

/** Replaces the root of the template, and adds the data that its components start with. */
const withIntake = (template: string, root: string, intake: PrerenderInput['intake']) =>
  template.replace(
    emptyRoot,
    () =>
      `${root}\n    <script type="application/json" id="${intakeElementId}">${toScriptJson(intake)}</script>`,
  )

const pathOf = (url: string) => new URL(url, 'http://page').pathname.replace(/(.)\/+$/, '$1')

/** Keeps only the parameters that affect the page, so that arbitrary URLs cannot fill the cache. */
function addressOf(
  url: string,
  { specializations }: PrerenderInput['intake'],
): { path: string; search: string } {
  const path = pathOf(url)
  const isAllowed = (name: string, value: string) =>
    name === programmeParam
      ? path === applyPath && specializations.some(({ code }) => code === value)
      : (name === 'step' || name === 'view') && /^[a-z]{1,12}$/.test(value)
  const allowed = [...new URL(url, 'http://page').searchParams].filter(([name, value]) =>
    isAllowed(name, value),
  )
  const search = new URLSearchParams(allowed.slice(0, 1)).toString()
  return {
    path: Object.hasOwn(pageBundles, path) ? path : '/nowhere',
    search: search && `?${search}`,
  }
}

/**
 * Returns the tags in the head, by page and language. Styles are inline, since each file needed for
 * the first render costs a round trip. Preload links cover the scripts and texts that the browser
 * requests next.
 */
function headsOf(
  folder: string,
): (page: Pick<PrerenderInput, 'path' | 'search' | 'language'>) => string {
  const manifest = readManifest(join(folder, '.vite/manifest.json'))
  const headOf = (path: string, isStep: boolean, language: Language) => {
    const sources = [
      'src/public/start.tsx',
      ...(pageBundles[path] ?? []),
      ...(isStep ? [stepBundle.source] : []),
    ]
    const files = [...new Set(sources.flatMap((source) => stylesOf(manifest, source)))]
    const styles = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('')
    // Vite's preloader skips styles whose links exist. These links are disabled, since the styles
    // are already inline.
    const stylesheetLinks = files.map((file) => `<link rel="stylesheet" disabled href="/${file}">`)
    const namespaces = ['public', 'errors', ...(isStep ? stepBundle.texts : [])]
    const texts = [
      `texts/${language}.js`,
      ...namespaces.map((name) => `texts/${language}/${name}.json`),
    ]
    const modules = new Set(sources.flatMap((source) => modulesOf(manifest, source)))
    const scripts = [...modules, ...texts.flatMap((name) => manifest[name]?.file ?? [])].map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    return [
      `<style nonce="${noncePlaceholder}">${styles}</style>`,
      ...stylesheetLinks,
      ...scripts,
    ].join('\n    ')
  }
  const heads = new Map<string, string>()
  return ({ path, search, language }) => {
    const isStep = path === applyPath && search.startsWith('?step=')
    const key = [path, isStep, language].join()
    const head = heads.get(key) ?? headOf(path, isStep, language)
    heads.set(key, head)
    return head
  }
}

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = { readonly [name: string]: Chunk | undefined }

const readManifest = (path: string): Manifest =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}

/**
 * Returns the files of a module and of everything that it imports, except the entry, which is
 * already loaded.
 */
function modulesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name) || name === 'index.html') return []
  seen.add(name)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((one) => modulesOf(manifest, one, seen))]
}

const stylesOf = (manifest: Manifest, name: string): string[] => {
  const chunk = manifest[name]
  return chunk
    ? [
        ...new Set([
          ...(chunk.imports ?? []).flatMap((one) => stylesOf(manifest, one)),
          ...(chunk.css ?? []),
        ]),
      ]
    : []
}
