import { languages } from '#model/vocabulary.ts'
import type { Texts } from '#server/engine/texts.ts'

/** Tells whether the hours of the office are the usual ones, which are said to everybody in their language. */
export const hasUsualHours = (texts: Texts, officeHours: string | null): boolean =>
  languages.some((language) => texts.text(language, 'public:footer.hours') === officeHours)
