/** The packs that this program runs, in the order in which their tables come. */
import { join } from 'node:path'
import { DeclarationError, mistakesOf } from '#model/checks/registry.ts'
import { missingTexts, textsMade } from '#model/resource-texts.ts'
import { defaultLanguage } from '#model/vocabulary.ts'
import { own } from '#own/server/index.ts'
import { unaskableFields } from '#resources/application-documents.ts'
import { addedResources, allResources, ownExtensions, ownResources, resources } from '#resources/index.ts'
import { missingParts } from '#resources/parts.ts'
import { giveMeanings, missingMeanings } from '#server/engine/database/meanings.ts'
import { type PackMigrations, readMigrations } from '#server/engine/database/migrate.ts'
import { joinPacks, type Pack } from '#server/engine/pack.ts'
import { loadTexts, type Texts } from '#server/engine/texts.ts'
import { university } from './university.ts'

const packs: readonly Pack[] = [university, own]

giveMeanings(packs)

export const joined = joinPacks(packs)

/** Set where the university has added something that the API's document tells of. */
export const hasOwn = Object.keys(ownResources).length + ownExtensions.length > 0 || own.routes !== undefined

/** Throws `DeclarationError` with every mistake in the declarations, in what they name and in what they lack: before anything is opened. */
export function checkDeclarations(texts: Texts): void {
  const find = (key: string) => texts.find(defaultLanguage, `resources:${key}`)
  const unsaid = allResources.flatMap((resource) =>
    missingTexts(resource, find).map(
      (rule) =>
        `${resource.name}.rules.${rule} has no words for who is refused: say them in texts.rules of the declaration, or in a file of texts`,
    ),
  )
  const mistakes = [
    ...mistakesOf(resources, ownExtensions),
    ...missingMeanings(allResources),
    ...missingParts(allResources),
    ...unaskableFields(),
    ...unsaid,
  ]
  if (mistakes.length > 0) throw new DeclarationError(mistakes.join('\n'))
}

/** The texts of every pack, read below the folder of the program. */
export const packTexts = (root: string): Texts =>
  loadTexts(
    packs.map(({ locales }) => join(root, locales)),
    (language, texts) =>
      [
        ...textsMade(
          { all: allResources, added: addedResources },
          { language, given: (key) => texts.get(`resources:${key}`), sentence: (key) => texts.get(`entities:${key}`) },
        ),
      ].map(([key, text]) => [`resources:${key}`, text] as const),
  )

/** The migrations of every pack, read below the folder of the program. */
export const packMigrations = (root: string): PackMigrations[] =>
  packs.map(({ name, migrations }) => ({ pack: name, migrations: readMigrations(join(root, migrations)) }))
