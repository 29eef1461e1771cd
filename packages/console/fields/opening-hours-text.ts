import { formatHours, weeksKey } from '@matricola/schema/values/hours.ts'
import { currentLanguage } from '../i18n.ts'

/** Formats opening hours in the reader's language. `text` takes a key with its namespace. */
export const openingHoursText = (value: string, text: (key: string) => string): string =>
  formatHours(value, currentLanguage(), (weeks) => text(weeksKey(weeks)))
