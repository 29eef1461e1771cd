/** The packs of the program, in the order in which their tables are created. */
import { join } from 'node:path'
import { textsMade } from '#model/resource-texts.ts'
import { own } from '#own/server/index.ts'
import { addedResources, allResources, ownExtensions, ownResources } from '#resources/index.ts'
import { giveMeanings } from '#server/engine/database/meanings.ts'
import { type PackMigrations, readMigrations } from '#server/engine/database/migrate.ts'
import { joinPacks, type Pack } from '#server/engine/pack.ts'
import { loadTexts, type Texts } from '#server/engine/texts.ts'
import { university } from './university.ts'

const packs: readonly Pack[] = [university, own]

giveMeanings(packs)

export const joined = joinPacks(packs)

/** Whether a university's custom code changes the API document. */
export const hasOwn = Object.keys(ownResources).length + ownExtensions.length > 0 || own.routes !== undefined

/** Loads the texts of every pack. `root` is the folder of the program. */
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

/** Reads the migrations of every pack. `root` is the folder of the program. */
export const packMigrations = (root: string): PackMigrations[] =>
  packs.map(({ name, migrations }) => ({ pack: name, migrations: readMigrations(join(root, migrations)) }))
