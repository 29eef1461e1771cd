/** Configures i18next to format quantities in texts for their language. */

import { formatIfQuantity } from '@matricola/schema/values/quantities.ts'
import type { FormatterModule } from 'i18next'

export const interpolation = { escapeValue: false, alwaysFormat: true } as const

export const quantityFormatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language, options) =>
    formatIfQuantity(options?.interpolationkey, value, language ?? '') as string,
}
