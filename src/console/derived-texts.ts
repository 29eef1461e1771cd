import { textsMade } from '#model/resource-texts.ts'
import { addedResources, allResources } from '#resources/index.ts'
import { startDeriving } from '#src/i18n.ts'

/**
 * Makes the texts of what the university has added, as far as it has not written them, and the labels of fields in other
 * languages; all others of the program's own are there.
 */
export const deriveTexts = (): Promise<void> =>
  startDeriving(
    (language, texts, sentences) =>
      Object.fromEntries(
        textsMade({ all: allResources, added: addedResources }, { language, given: textAt(texts), sentence: textAt(sentences) }),
      ),
    { needsSentences: addedResources.length > 0 },
  )

/** The text of a dotted key. */
const textAt = (texts: object) => (key: string) => {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), texts)
  return typeof found === 'string' ? found : undefined
}
