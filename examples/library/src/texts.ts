/** The texts of the packages, and those of this application, which can replace them. */
import { type LoadTexts, mergeTexts } from '@matricola/console/i18n.ts'

declare module '@matricola/console/i18n.ts' {
  interface Namespaces {
    desk: true
  }
}

const packageTexts = import.meta.glob<object>('../../../locales/{en,ro}/*.json', { import: 'default' })
const ownTexts = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })

export const loadTexts: LoadTexts = (language, namespace) => {
  const file = `locales/${language}/${namespace}.json`
  const loading = [packageTexts[`../../../${file}`], ownTexts[`../${file}`]].flatMap((load) => load?.() ?? [])
  return loading.length > 0 ? Promise.all(loading).then((found) => found.reduce(mergeTexts)) : undefined
}
