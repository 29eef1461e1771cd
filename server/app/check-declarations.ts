/** Checks all declarations together. */
import { DeclarationError, mistakesOf } from '#model/checks/registry.ts'
import { missingTexts } from '#model/resource-texts.ts'
import { defaultLanguage } from '#model/vocabulary.ts'
import { unaskableFields } from '#resources/application-documents.ts'
import { allResources, ownExtensions, resources, takenNames } from '#resources/index.ts'
import { missingParts } from '#resources/parts.ts'
import type { Config } from '#server/engine/config.ts'
import { missingMeanings } from '#server/engine/database/meanings.ts'
import { namesInTables } from '#server/engine/database/names-in-tables.ts'
import type { Texts } from '#server/engine/texts.ts'
import { callsFound, clashesOf } from './check-routes.ts'
import { hasOwn } from './packs/index.ts'

/** Throws `DeclarationError` with every error in the declarations and what they refer to. Runs before anything is opened. */
export function checkDeclarations(config: Config, texts: Texts): void {
  const find = (key: string) => texts.find(defaultLanguage, `resources:${key}`)
  const unsaid = allResources.flatMap((resource) =>
    missingTexts(resource, find).map(
      (rule) =>
        `${resource.name}.rules.${rule} has no words for who is refused: say them in texts.rules of the declaration, or in a file of texts`,
    ),
  )
  const mistakes = [
    ...takenNames,
    ...mistakesOf(resources, ownExtensions),
    ...namesInTables(allResources),
    ...missingMeanings(allResources),
    ...missingParts(allResources),
    ...unaskableFields(),
    ...unsaid,
  ]
  mistakes.push(...routeMistakes(config, texts, mistakes.length > 0))
  if (mistakes.length > 0) throw new DeclarationError(mistakes.join('\n'))
}

/** Returns the conflicts between paths. With other errors, calls may fail to register, and those errors are reported instead. */
function routeMistakes(config: Config, texts: Texts, hasMistakes: boolean): string[] {
  if (!hasOwn) return []
  try {
    return clashesOf(callsFound(config, texts))
  } catch (error) {
    if (hasMistakes) return []
    throw error
  }
}
