/** The application: the university's declarations and code, joined with those in `custom/`. */

import { createApp } from '@matricola/server/app/create-app.ts'
import { programRoot } from '@matricola/server/app/program.ts'
import { customPack } from '#custom/server/index.ts'
import { demoPack } from '#demo/pack.ts'
import { questionFieldMistakes } from '#resources/application-documents.ts'
import { fieldComponentUses } from '#resources/field-components.ts'
import { universityIconNames } from '#resources/icons.ts'
import { duplicateNameMistakes, registry, universityExtensions } from '#resources/index.ts'
import { assertMovedFolder } from './moved-folder.ts'
import { processSettings } from './process-settings.ts'
import { university } from './university.ts'

/**
 * Whether a university's custom code changes the API document. Upgrades then must not overwrite it.
 */
const hasCustomCode = registry.customized.length > 0 || customPack.routes !== undefined

export const app = createApp({
  name: 'Matricola',
  root: programRoot(import.meta.url),
  registry,
  extensions: universityExtensions,
  packs: [university, customPack, demoPack],
  icons: universityIconNames,
  fieldComponents: fieldComponentUses,
  checks: [() => duplicateNameMistakes, questionFieldMistakes],
  checkFolder: assertMovedFolder,
  settings: processSettings,
  commands: {
    erase: () => import('./commands/erase.ts'),
    'export-person': () => import('./commands/export-person.ts'),
    retention: () => import('./commands/retention.ts'),
  },
  apiDocument: hasCustomCode ? 'custom/openapi.json' : 'docs/openapi.json',
})
