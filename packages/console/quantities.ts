/** Configures i18next to format quantities in texts for their language. */
import type { FormatterModule } from 'i18next'
import { formatIfQuantity } from '#packages/schema/values/quantities.ts'

export const interpolation = { escapeValue: false, alwaysFormat: true } as const

export const quantityFormatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language, options) => formatIfQuantity(options?.interpolationkey, value, language ?? '') as string,
}
