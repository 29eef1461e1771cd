/** The languages of this application. Its texts are in `locales/`, in addition to the packages'. */

import { loadTexts } from 'virtual:texts'
import type { TextSource } from '@matricola/console/i18n.ts'
import { languages } from '../resources/languages.ts'

declare module '@matricola/console/i18n.ts' {
  interface Namespaces {
    desk: true
  }
}

export const texts: TextSource = { languages, load: loadTexts }
