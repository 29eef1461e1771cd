/**
 * The texts of the program and of `custom/`. Both bundles load this module, so it imports no
 * console code.
 */
import { mergeTexts, type TextSource } from '@matricola/console/i18n.ts'
import { customLanguages } from '#custom/languages.ts'
import { customTexts } from '#custom/src/texts.ts'
import { languages } from '#resources/languages.ts'

declare module '@matricola/console/i18n.ts' {
  interface Namespaces
    extends Record<
      | 'verify'
      | 'apply'
      | 'status'
      | 'progress'
      | 'home'
      | 'gradeSheets'
      | 'exams'
      | 'timetable'
      | 'messages'
      | 'study'
      | 'ranking'
      | 'averages',
      true
    > {}
}

const programTexts = import.meta.glob<object>(
  ['../locales/*/*.json', '!../locales/*/{mail,server,certificate,admission,language}.json'],
  {
    import: 'default',
  },
)

export const browserTexts: TextSource = {
  languages,
  incomplete: customLanguages,
  load(language, namespace) {
    const path = `../locales/${language}/${namespace}.json`
    const loading = [programTexts, customTexts].flatMap((files) => files[path]?.() ?? [])
    return loading.length > 0
      ? Promise.all(loading).then((found) => found.reduce(mergeTexts))
      : undefined
  },
}
