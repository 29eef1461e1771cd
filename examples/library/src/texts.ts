/** The texts of the packages, and those of this application, which can replace them. */
import { mergeTexts, type TextSource } from '@matricola/console/i18n.ts'
import { languages } from '../resources/languages.ts'

declare module '@matricola/console/i18n.ts' {
  interface Namespaces {
    desk: true
  }
}

const packageTexts = import.meta.glob<object>('../../../locales/{en,ro}/*.json', {
  import: 'default',
})
const ownTexts = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })

export const texts: TextSource = {
  languages,
  load(language, namespace) {
    const file = `locales/${language}/${namespace}.json`
    const loading = [packageTexts[`../../../${file}`], ownTexts[`../${file}`]].flatMap(
      (load) => load?.() ?? [],
    )
    return loading.length > 0
      ? Promise.all(loading).then((found) => found.reduce(mergeTexts))
      : undefined
  },
}
