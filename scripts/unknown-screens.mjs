import { loadDeclarations } from './load-declarations.mjs'
import { appRoot, listFiles } from './project-files.mjs'

/**
 * Returns one line for each custom screen that replaces no existing page and so would never be
 * shown.
 */
export async function findUnknownScreens({ base = appRoot, condition } = {}) {
  if (listFiles('custom/src', base).length === 0) return []
  const { customScreens, resources, screenMistakes } = await loadDeclarations(
    `export { customScreens } from '#custom/src/index.ts'
    export { resources } from '#resources/index.ts'
    export { screenMistakes } from '@matricola/schema/checks/screens.ts'`,
    // The pages are not loaded; only their names are needed.
    { base, condition, external: ['*.tsx'] },
  )
  return screenMistakes(Object.keys(customScreens), Object.keys(resources))
}
