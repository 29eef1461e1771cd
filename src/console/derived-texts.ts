import { derivedTexts } from '#model/resource-texts.ts'
import { addedResources } from '#resources/index.ts'
import { startDeriving } from '#src/i18n.ts'

/** Makes the texts of what the university has added, as far as it has not written them; of the program's own all are there. */
export async function deriveAddedTexts(): Promise<void> {
  if (addedResources.length === 0) return
  await startDeriving((language, texts, sentences) =>
    Object.fromEntries(
      addedResources.flatMap((resource) => derivedTexts(resource, { language, given: textAt(texts), sentence: textAt(sentences) })),
    ),
  )
}

/** The text of a dotted key. */
const textAt = (texts: object) => (key: string) => {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), texts)
  return typeof found === 'string' ? found : undefined
}
