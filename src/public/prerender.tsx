/** The public pages as markup, for the server: an artefact of the build (`dist/prerender`), which the server loads as it loads `index.html`. */
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import type { PaintPage } from '#model/painted-page.ts'
import { defaultLanguage, languages } from '#model/vocabulary.ts'
import { standAtAddress } from './address.ts'
import { PublicRoot } from './public-root.tsx'
import { knowIntake } from './university.ts'

const files = import.meta.glob<object>('../../locales/*/{public,errors}.json', { import: 'default', eager: true })

const resources = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(['public', 'errors'].map((namespace) => [namespace, files[`../../locales/${language}/${namespace}.json`] ?? {}])),
  ]),
)

const options = { ns: ['public', 'errors'], defaultNS: 'public', fallbackLng: defaultLanguage, supportedLngs: [...languages] }
i18next.use(initReactI18next).init({
  ...options,
  resources,
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
})

/** Everything here happens at once, in one turn: language, address and intake are those of this page alone. */
export const paintPage: PaintPage = ({ path, search, language, intake }) => {
  i18next.changeLanguage(language)
  standAtAddress({ path, search })
  knowIntake(intake)
  return renderToString(<PublicRoot isPainted={true} />)
}
