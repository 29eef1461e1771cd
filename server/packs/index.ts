/** The packs of the program, in the order in which their tables are created. */
import { join } from 'node:path'
import { fieldComponentMistakes } from '@matricola/schema/checks/field-components.ts'
import { mistakesOf } from '@matricola/schema/checks/registry.ts'
import { allDerivedTexts } from '@matricola/schema/resource-texts.ts'
import { type PackMigrations, readMigrations } from '@matricola/server/database/migrate.ts'
import { registerContributions } from '@matricola/server/database/pack-contributions.ts'
import { combinePacks, type Pack } from '@matricola/server/pack.ts'
import { loadTexts, type Texts } from '@matricola/server/texts.ts'
import { customPack } from '#custom/server/index.ts'
import { questionFieldMistakes } from '#resources/application-documents.ts'
import { fieldComponentUses } from '#resources/field-components.ts'
import { allResources, customResources, duplicateNameMistakes, registry, resources, universityExtensions } from '#resources/index.ts'
import { university } from './university.ts'

const packs: readonly Pack[] = [university, customPack]

registerContributions(registry, packs)

export { registry }

export const combinedPacks = combinePacks(packs)

/** Whether a university's custom code changes the API document. */
export const hasCustomCode = Object.keys(customResources).length + universityExtensions.length > 0 || customPack.routes !== undefined

/** Every mistake in the declarations and in what they refer to. */
export const findDeclarationMistakes = (): string[] => [
  ...duplicateNameMistakes,
  ...mistakesOf(resources, universityExtensions),
  ...fieldComponentMistakes(allResources, fieldComponentUses),
  ...questionFieldMistakes(),
]

/** Whether a university added the resource. */
export const isCustomResource = (name: string): boolean => Object.hasOwn(customResources, name)

/** Loads the texts of every pack. `root` is the folder of the program. */
export const loadPackTexts = (root: string): Texts =>
  loadTexts(
    packs.map(({ locales }) => join(root, locales)),
    (language, texts) =>
      [
        ...allDerivedTexts(
          { all: registry.resources, added: registry.customized },
          { language, localeText: (key) => texts.get(`resources:${key}`), sentence: (key) => texts.get(`entities:${key}`) },
        ),
      ].map(([key, text]) => [`resources:${key}`, text] as const),
  )

/** Reads the migrations of every pack. `root` is the folder of the program. */
export const readPackMigrations = (root: string): PackMigrations[] =>
  packs.map(({ name, migrations }) => ({ pack: name, migrations: readMigrations(join(root, migrations)), registry }))
