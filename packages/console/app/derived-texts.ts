import type { Registry } from '@matricola/schema/registry.ts'
import { allDerivedTexts } from '@matricola/schema/resource-texts.ts'
import { startDeriving } from '../i18n.ts'

/**
 * Derives missing texts for what the university has added, and labels of fields in other languages.
 * All other texts of the program exist in its locale files.
 */
export const deriveTexts = ({ resources, customized }: Registry): Promise<void> =>
  startDeriving(
    (language, texts, sentences) =>
      Object.fromEntries(
        allDerivedTexts(
          { all: resources, added: customized },
          { language, localeText: createTextLookup(texts), sentence: createTextLookup(sentences) },
        ),
      ),
    { needsSentences: customized.length > 0 },
  )

/** Returns a function that looks up a text by its dotted key. */
const createTextLookup = (texts: object) => (key: string) => {
  const found = key
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined,
      texts,
    )
  return typeof found === 'string' ? found : undefined
}
