/** Options and module of i18next by which texts write quantities as their language does. */
import type { FormatterModule } from 'i18next'
import { valueInText } from '#model/values/quantities.ts'

export const interpolation = { escapeValue: false, alwaysFormat: true } as const

export const quantities: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language, options) => valueInText(options?.interpolationkey, value, language ?? '') as string,
}
