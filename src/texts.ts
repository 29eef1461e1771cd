/**
 * The texts of the program and of `custom/`. Both bundles load this module, so it imports no
 * console code.
 */

import { loadTexts } from 'virtual:texts'
import { combineTexts, type TextSource } from '@matricola/console/i18n.ts'
import { customLanguages } from '#custom/languages.ts'
import { customTexts } from '#custom/src/texts.ts'
import { languages } from '#resources/languages.ts'

declare module '@matricola/console/i18n.ts' {
  interface Namespaces
    extends Record<
      | 'verify'
      | 'apply'
      | 'formItems'
      | 'status'
      | 'application'
      | 'home'
      | 'gradeSheets'
      | 'exams'
      | 'timetable'
      | 'messages'
      | 'study'
      | 'ranking'
      | 'review'
      | 'averages'
      | 'conversation'
      | 'formEditor'
      | 'contact'
      | 'emailLink'
      | 'messageTemplates'
      | 'payment'
      | 'dashboard',
      true
    > {}
}

export const browserTexts: TextSource = {
  languages,
  incomplete: customLanguages,
  load: combineTexts(loadTexts, (language, namespace) =>
    customTexts[`../locales/${language}/${namespace}.json`]?.(),
  ),
}
