/** Names in the university's own language, with their translations. */

/** A name in the university's own language, with its translations. */
export interface TranslatedName {
  readonly name: string
  readonly names: { readonly [language: string]: string } | null
}

/** Returns the name in a language. Falls back to the university's own. */
export const nameIn = ({ name, names }: TranslatedName, language: string) =>
  names?.[language] ?? name

/** Returns a text in a language. Without one, the text in any other language. */
export const anyTextIn = (texts: { readonly [language: string]: string }, language: string) =>
  texts[language] ?? Object.values(texts)[0] ?? ''

/** Returns a text in a language. Falls back to the university's own. */
export const textIn = (
  texts: { readonly [language: string]: string },
  language: string,
  universityLanguage: string,
) => texts[language] ?? texts[universityLanguage] ?? ''
