import type { Texts } from '@matricola/server/texts.ts'
import { languages } from '#resources/languages.ts'

/**
 * Whether the office hours are the default text in any language. If so, every reader sees them
 * translated.
 */
export const hasDefaultOfficeHours = (texts: Texts, officeHours: string | null): boolean =>
  languages.some((language) => texts.text(language, 'public:footer.hours') === officeHours)
