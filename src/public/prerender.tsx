/**
 * Renders public pages to HTML on the server. The build writes it to `dist/prerender`, and the server loads it together with
 * `index.html`.
 */
import i18next from 'i18next'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import type { Painter } from '#model/admission/painted-page.ts'
import { applyPath, signInPath, statusPath } from '#model/paths.ts'
import { defaultLanguage, languages } from '#model/vocabulary.ts'
import { ownPaintedTexts } from '#own/src/painted-texts.ts'
import { config } from '../config.ts'
import { refuseMissing } from '../i18n.ts'
import { interpolation, quantities } from '../quantities.ts'
import { standAtAddress } from './address.ts'
import { readDraftAhead } from './apply/use-draft.ts'
import { loadForm } from './apply/use-form.ts'
import { PlainRoot } from './plain/root.tsx'
import { preparePage } from './public-pages.tsx'
import { PublicRoot } from './public-root.tsx'
import { forgetIntake, knowIntake } from './university.ts'

const files = import.meta.glob<object>(
  '../../locales/*/{public,errors,admission,apply,status,progress,resources,averages,expression}.json',
  {
    import: 'default',
    eager: true,
  },
)

const namespaces = ['public', 'errors', 'admission', 'apply', 'status', 'progress', 'resources', 'averages', 'expression']

const resources = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(
      namespaces.map((namespace) => [
        namespace,
        { ...files[`../../locales/${language}/${namespace}.json`], ...ownPaintedTexts[`../locales/${language}/${namespace}.json`] },
      ]),
    ),
  ]),
)

const options = { ns: namespaces, defaultNS: 'public', fallbackLng: defaultLanguage, supportedLngs: [...languages] }
i18next
  .use(initReactI18next)
  .use(quantities)
  .init({
    ...options,
    resources,
    initAsync: false,
    interpolation,
    react: { useSuspense: false },
    ...(config.isTest && { parseMissingKeyHandler: refuseMissing }),
  })

standAtAddress({ path: applyPath, search: '' })
await Promise.all([...[applyPath, statusPath, signInPath].map(preparePage), loadForm(), readDraftAhead(() => false)])

/** Synchronous, so the global language, address and intake apply to this page only. */
export const paintPage: Painter['paintPage'] = ({ path, search, language, intake }) => {
  i18next.changeLanguage(language)
  standAtAddress({ path, search })
  knowIntake(intake)
  return renderToString(<PublicRoot isPainted={true} />)
}

/** The same for a page that is not hydrated. */
export const paintPlainPage: Painter['paintPlainPage'] = ({ language, isLanguageNamed, intake, view }) => {
  i18next.changeLanguage(language)
  if (intake) knowIntake(intake)
  else forgetIntake()
  return renderToStaticMarkup(<PlainRoot view={view} namedLanguage={isLanguageNamed ? language : null} />)
}
