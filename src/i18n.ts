/**
 * Texts in the person's language (`language-choice.ts`). Each language and namespace is a file of its own, loaded when
 * first needed.
 */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { defaultLanguage, isComplete, type Language, languageLabel, languages } from '#model/vocabulary.ts'
import { ownTexts } from '#own/src/texts.ts'
import { config } from './config.ts'
import { rememberLanguage, wantedLanguage } from './language-choice.ts'
import { interpolation, quantities } from './quantities.ts'

export const namespaces = [
  'errors',
  'errors.console',
  'errors.jobs',
  'public',
  'verify',
  'apply',
  'status',
  'progress',
  'resources',
  'shell',
  'pages',
  'bulk',
  'exchange',
  'time',
  'home',
  'marks',
  'exams',
  'timetable',
  'post',
  'study',
  'ranking',
  'expression',
  'averages',
] as const
export type Namespace = (typeof namespaces)[number]

const files = import.meta.glob<object>(['../locales/*/*.json', '!../locales/*/{mail,server,certificate,admission,language}.json'], {
  import: 'default',
})

/** Answers texts of the namespace `resources` that no file has, from those that it has and from sentences by rule. */
export type DeriveTexts = (language: Language, texts: object, sentences: object) => object
interface Derivation {
  /** False where no text that is derived is a sentence. */
  readonly needsSentences: boolean
}
let derive: (Derivation & { readonly how: DeriveTexts }) | undefined

const localeFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = files[`../locales/${language}/${namespace}.json`]
    // A language of the university's own has what is written so far; the rest is said in English.
    if (!load && isComplete(language)) return done(new Error(`no texts: ${language}/${namespace}`), false)
    const loadOwn = ownTexts[`../locales/${language}/${namespace}.json`]
    const loadSentences = namespace === 'resources' && derive?.needsSentences ? files[`../locales/${language}/entities.json`] : undefined
    Promise.all([load?.() ?? {}, loadOwn?.(), loadSentences?.()]).then(
      ([texts, own, sentences]) => {
        const all = own ? withTexts(texts, own) : texts
        done(null, derive && namespace === 'resources' ? { ...all, ...derive.how(language as Language, all, sentences ?? {}) } : all)
      },
      (error: Error) => done(error, false),
    )
  },
}

/** Texts with those of the university in their places, however deep: it may put any text in another wording. */
function withTexts(texts: object, own: object): object {
  const known: { readonly [key: string]: unknown } = { ...texts }
  const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null
  const merged = Object.entries(own).map(([key, text]) => {
    const there = known[key]
    return [key, isPart(there) && isPart(text) ? withTexts(there, text) : text]
  })
  return { ...texts, ...Object.fromEntries(merged) }
}

/** From now on texts that no file has are derived; those of the language on the page are there when it resolves. */
export async function startDeriving(how: DeriveTexts, derivation: Derivation): Promise<void> {
  derive = { how, ...derivation }
  await i18next.reloadResources(undefined, 'resources' satisfies Namespace)
}

/** Starts the texts with the namespaces that the first page shows; resolves when they are there. */
export async function startTexts(first: readonly Namespace[]) {
  await i18next
    .use(localeFiles)
    .use(initReactI18next)
    .use(quantities)
    .init({
      lng: wantedLanguage(),
      supportedLngs: [...languages],
      // The program's languages are complete, which tests show: the fallback is loaded where a text is missing after all.
      fallbackLng: (code: string) => (isComplete(code) ? [] : [defaultLanguage]),
      load: 'languageOnly',
      ns: [...first],
      // All of them are `errors:…`. Public pages load neither, since the server's answer says most errors in words. `errors.jobs` has
      // what only jobs, imports and pasted blocks are refused for: `src/pages/jobs/job-calls.ts` and the pages of imports load it.
      fallbackNS: ['errors.console', 'errors.jobs'] satisfies Namespace[],
      defaultNS: first[0] ?? 'public',
      interpolation,
      react: { useSuspense: false },
      returnNull: false,
      parseMissingKeyHandler: (key: string) => languageLabel(key) ?? (config.isTest ? refuseMissing : showFallback)(key),
    })
  showLanguage(currentLanguage())
  i18next.on('languageChanged', () => showLanguage(currentLanguage()))
}

/** A text that is missing is a mistake, which stops a test. */
export function refuseMissing(key: string): never {
  throw new Error(`missing text: ${key}`)
}

/** Shows the key until the fallback language is there, which then stands in for every missing text. */
function showFallback(key: string): string {
  if (i18next.options.fallbackLng !== defaultLanguage) {
    i18next.options.fallbackLng = defaultLanguage
    i18next.loadLanguages(defaultLanguage).then(() => i18next.changeLanguage(i18next.language))
  }
  return key
}

function showLanguage(language: Language) {
  rememberLanguage(language)
  document.documentElement.lang = language
}

/** The language on the page now. */
export function currentLanguage(): Language {
  const { language } = i18next
  return languages.find((known) => known === language) ?? defaultLanguage
}

/**
 * Changes the language where the person stands: nothing is reloaded, nothing typed is lost. A `lng` in the address would
 * win again at the next load, so it goes.
 */
export async function changeLanguage(language: Language) {
  await i18next.changeLanguage(language)
  const url = new URL(window.location.href)
  if (!url.searchParams.has('lng')) return
  url.searchParams.delete('lng')
  window.history.replaceState(window.history.state, '', url)
}

/** Texts of a namespace that may not be loaded yet, such as before a screen that needs it. */
export const loadTexts = (...more: Namespace[]) => i18next.loadNamespaces(more)

/** Texts in a language that need not be the page's, such as for what is sent to somebody. */
export async function textsIn(language: Language, ...needed: Namespace[]) {
  await loadTexts(...needed)
  await i18next.loadLanguages(language)
  const t = i18next.getFixedT(language)
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string => t(key, params)
}

/** A text outside components, such as `text('errors:errors.server.failed')`. */
export const text = (key: string, params: Readonly<Record<string, string | number>> = {}): string => i18next.t(key, params)

/** `t('signIn.title')` of one namespace; the component shows the new language when it changes. */
export function useText(namespace: Namespace) {
  const { t } = useTranslation(namespace)
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string => t(key, params)
}

/** Whether the texts of a namespace are loaded. Loads them if they are not. */
export const useLoaded = (namespace: Namespace): boolean => useTranslation(namespace).ready

/** The language now; the component is shown again when it changes. */
export function useLanguage(): Language {
  useTranslation('errors')
  return currentLanguage()
}
