/**
 * Renders public pages to HTML on the server. The build writes it to `dist/prerender`, and the
 * server loads it together with `index.html`.
 */

import { loadTexts } from 'virtual:texts'
import { config } from '@matricola/console/config.ts'
import { throwMissingText } from '@matricola/console/i18n.ts'
import { setCurrentAddress } from '@matricola/console/public/address.ts'
import { interpolation, quantityFormatter } from '@matricola/console/quantities.ts'
import { mergeTexts } from '@matricola/schema/merge-texts.ts'
import { signInPath } from '@matricola/schema/paths.ts'
import i18next from 'i18next'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { customPrerenderTexts } from '#custom/src/prerender-texts.ts'
import type { PageRenderer } from '#resources/admission/prerendered-page.ts'
import { languages } from '#resources/languages.ts'
import { applyPath, statusPath } from '#resources/paths.ts'
import { preloadDraft } from './apply/use-application-draft.ts'
import { loadFormBundle } from './apply/use-form-bundle.ts'
import { PlainRoot } from './plain/plain-root.tsx'
import { resetPublicConfig, setPublicConfig } from './public-config.ts'
import { preparePage } from './public-pages.tsx'
import { PublicRoot } from './public-root.tsx'

const namespaces = [
  'public',
  'errors',
  'admission',
  'apply',
  'formItems',
  'status',
  'application',
  'resources',
  'averages',
  'expression',
]

const load = async (language: string, namespace: string) =>
  mergeTexts(
    (await loadTexts(language, namespace)) ?? {},
    customPrerenderTexts[`../locales/${language}/${namespace}.json`] ?? {},
  )
const entriesOf = <T,>(names: readonly string[], read: (name: string) => Promise<T>) =>
  Promise.all(names.map(async (name) => [name, await read(name)] as const)).then(Object.fromEntries)
const resources = await entriesOf(languages, (language) =>
  entriesOf(namespaces, (namespace) => load(language, namespace)),
)

const options = {
  ns: namespaces,
  defaultNS: 'public',
  fallbackLng: languages[0],
  supportedLngs: [...languages],
}
i18next
  .use(initReactI18next)
  .use(quantityFormatter)
  .init({
    ...options,
    resources,
    initAsync: false,
    interpolation,
    react: { useSuspense: false },
    ...(config.isTest && { parseMissingKeyHandler: throwMissingText }),
  })

setCurrentAddress({ path: applyPath, search: '' })
await Promise.all([
  ...[applyPath, statusPath, signInPath].map(preparePage),
  loadFormBundle(),
  preloadDraft(() => false),
])

/** Rendering is synchronous, so the global language, URL and intake apply only to this page. */
export const renderPage: PageRenderer['renderPage'] = ({
  path,
  search,
  language,
  intake: publicConfig,
}) => {
  i18next.changeLanguage(language)
  setCurrentAddress({ path, search })
  setPublicConfig(publicConfig)
  return renderToString(<PublicRoot isPrerendered={true} />)
}

/** The same for a page that is not hydrated. */
export const renderPlainPage: PageRenderer['renderPlainPage'] = ({
  language,
  isLanguageNamed,
  intake: publicConfig,
  view,
}) => {
  i18next.changeLanguage(language)
  if (publicConfig) setPublicConfig(publicConfig)
  else resetPublicConfig()
  return renderToStaticMarkup(
    <PlainRoot view={view} namedLanguage={isLanguageNamed ? language : null} />,
  )
}
