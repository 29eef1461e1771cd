/**
 * Texts in the user's language (see `language-choice.ts`). Each namespace of a language is a
 * separate file, loaded on demand.
 */

import { formatIssue } from '@matricola/providers/issue-text.ts'
import { type Languages, languageLabel, onlyEnglish } from '@matricola/schema/languages.ts'
import { mergeTexts } from '@matricola/schema/merge-texts.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next, setI18n, useTranslation } from 'react-i18next'
import { config } from './config.ts'
import { preferredLanguage, rememberLanguage } from './language-choice.ts'
import { interpolation, quantityFormatter } from './quantities.ts'

/** Namespaces of texts. An application adds its own with `declare module`. */
export interface Namespaces
  extends Record<
    | 'errors'
    | 'errors.console'
    | 'errors.jobs'
    | 'public'
    | 'resources'
    | 'shell'
    | 'notifications'
    | 'pages'
    | 'bulk'
    | 'exchange'
    | 'time'
    | 'conditions'
    | 'expression'
    | 'alarms'
    | 'outbox'
    | 'users'
    | 'account'
    | 'fieldTypes'
    | 'settings'
    | 'process',
    true
  > {}
export type Namespace = keyof Namespaces

/**
 * Returns texts of the namespace `resources` that no file contains, derived from those that exist
 * and from sentence patterns.
 */
export type DeriveTexts = (language: Language, texts: object, sentences: object) => object
interface Derivation {
  /** Whether any derived text is a sentence, so that the sentence patterns have to be loaded. */
  readonly needsSentences: boolean
}
let textDerivation: (Derivation & { readonly deriveTexts: DeriveTexts }) | undefined

/**
 * Loads the texts of a namespace in a language; undefined if there are none. Also called for
 * `entities`, the patterns of derived texts.
 */
export type LoadTexts = (
  language: string,
  namespace: string,
) => Promise<object | undefined> | undefined

/** Loads the texts of several sources. Those of later ones override those of earlier ones. */
export const combineTexts =
  (...sources: readonly LoadTexts[]): LoadTexts =>
  async (language, namespace) => {
    const loaded = await Promise.all(sources.map((load) => load(language, namespace)))
    const found = loaded.filter((texts) => texts !== undefined)
    return found.length > 0 ? found.reduce(mergeTexts) : undefined
  }

/** The texts of an application, and their languages. */
export interface TextSource {
  /** `loadTexts` of `virtual:texts`, or a combination with it. */
  readonly load: LoadTexts
  readonly languages: Languages
  /**
   * Languages whose texts may be missing; the default language is shown instead. The others have
   * all texts, as tests check.
   */
  readonly incomplete?: readonly Language[]
}

const createBackend = ({ load, incomplete = [] }: TextSource): BackendModule => ({
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const isDerived = namespace === 'resources'
    const loadingSentences =
      isDerived && textDerivation?.needsSentences ? load(language, 'entities') : undefined
    Promise.all([load(language, namespace), loadingSentences])
      .then(([texts, sentences = {}]) => {
        if (!texts && !incomplete.includes(language as Language))
          throw new Error(`no texts: ${language}/${namespace}`)
        const own = texts ?? {}
        return textDerivation && isDerived
          ? { ...own, ...textDerivation.deriveTexts(language as Language, own, sentences) }
          : own
      })
      .then(
        (texts) => done(null, texts),
        (error: Error) => done(error, false),
      )
  },
})

/** Derives missing texts from now on. Resolves when those of the current language are available. */
export async function startDeriving(
  deriveTexts: DeriveTexts,
  derivation: Derivation,
): Promise<void> {
  textDerivation = { deriveTexts, ...derivation }
  await i18next.reloadResources(undefined, 'resources' satisfies Namespace)
}

/** Initializes i18next. Resolves when the given namespaces are loaded. */
export async function initializeTexts(source: TextSource, first: readonly Namespace[]) {
  const { languages, incomplete = [] } = source
  await i18next
    .use(createBackend(source))
    .use(initReactI18next)
    .use(quantityFormatter)
    .init({
      lng: preferredLanguage(languages),
      supportedLngs: [...languages],
      // For complete languages, the fallback is only loaded if a text is missing.
      fallbackLng: (code: string) => (incomplete.includes(code as Language) ? [languages[0]] : []),
      load: 'languageOnly',
      ns: [...first],
      // Texts of both are used as `errors:…`. Public pages load neither, because the server sends
      // most error messages. `errors.jobs` contains only the codes for jobs, imports and pasted
      // blocks; `packages/console/pages/jobs/job-calls.ts` and the import pages load it.
      fallbackNS: ['errors.console', 'errors.jobs'] satisfies Namespace[],
      defaultNS: first[0] ?? 'public',
      interpolation,
      react: { useSuspense: false },
      returnNull: false,
      parseMissingKeyHandler: (key: string) =>
        languageLabel(key) ?? (config.isTest ? throwMissingText : showFallback(languages[0]))(key),
    })
  // `useTranslation` copies the instance's own properties for each component. This one has none.
  setI18n(Object.create(i18next))
  showLanguage(currentLanguage())
  i18next.on('languageChanged', () => showLanguage(currentLanguage()))
}

/** Throws for a missing text, so that tests fail. */
export function throwMissingText(key: string): never {
  throw new Error(`missing text: ${key}`)
}

/** Shows the key until the fallback language is loaded, which then replaces all missing texts. */
const showFallback = (fallback: Language) => (key: string) => {
  if (i18next.options.fallbackLng !== fallback) {
    i18next.options.fallbackLng = fallback
    i18next.loadLanguages(fallback).then(() => i18next.changeLanguage(i18next.language))
  }
  return key
}

function showLanguage(language: Language) {
  rememberLanguage(language)
  document.documentElement.lang = language
}

/** The language of the page. */
export const currentLanguage = (): Language =>
  // It has none before `initializeTexts`, which chooses one of the application.
  (i18next.language as Language | undefined) ?? onlyEnglish[0]

/**
 * Changes the language without a reload, so that unsaved input is kept. Removes `lng` from the URL,
 * because it would take precedence on the next load.
 */
export async function changeLanguage(language: Language) {
  await i18next.changeLanguage(language)
  const url = new URL(window.location.href)
  if (!url.searchParams.has('lng')) return
  url.searchParams.delete('lng')
  window.history.replaceState(window.history.state, '', url)
}

/** Loads namespaces that may not be loaded yet, such as before a screen that needs them. */
export const loadNamespaces = (...more: Namespace[]) => i18next.loadNamespaces(more)

/** Returns texts in a language other than the page's, such as for a message to another user. */
export async function textsIn(language: Language, ...needed: Namespace[]) {
  await loadNamespaces(...needed)
  await i18next.loadLanguages(language)
  const t = i18next.getFixedT(language)
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    t(key, params)
}

/** A text outside components, such as `translate('errors:errors.server.failed')`. */
export const translate = (
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): string => i18next.t(key, params)

/** The text of an issue outside components. */
export const translateIssue = (issue: Issue): string =>
  formatIssue(issue, { text: translate, language: currentLanguage })

/** Returns `Label: words`, with a space before the colon in languages that use one. */
export const withLabel = (label: string, value: string) =>
  translate('errors:summary.entry', { field: label, message: value })

/**
 * Returns `t` for the first namespace, and loads all of them. The component rerenders when the
 * language changes.
 */
export function useText(...needed: readonly [Namespace, ...Namespace[]]) {
  useTranslation(needed)
  const [ns] = needed
  // The hook's own `t` copies every option of i18next on each call.
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    i18next.t(key, { ...params, ns })
}

/** Whether the texts of a namespace are loaded. Loads them if they are not. */
export const useNamespaceLoaded = (namespace: Namespace): boolean => useTranslation(namespace).ready

/** The language of the page. The component rerenders when it changes. */
export function useLanguage(): Language {
  useTranslation('errors')
  return currentLanguage()
}
