/** Checks all declarations together. */
import { DeclarationError } from '@matricola/schema/checks/registry.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import { missingTexts } from '@matricola/schema/resource-texts.ts'
import type { Config } from '../config.ts'
import { findNameConflicts } from '../database/name-conflicts.ts'
import { namesWithoutSql } from '../database/pack-contributions.ts'
import type { Texts } from '../texts.ts'
import { collectCalls, pathConflicts, type RegisteredCall } from './path-conflicts.ts'
import type { ServerApp } from './server-app.ts'

/**
 * Throws `DeclarationError` with every error in the declarations and in the code and texts they
 * refer to. Runs before anything is opened.
 */
export function checkDeclarations(app: ServerApp, config: Config, texts: Texts): void {
  const { registry } = app
  const find = (key: string) => texts.find(registry.languages[0], `resources:${key}`)
  const untranslated = registry.resources.flatMap((resource) =>
    missingTexts(resource, find).map(
      (rule) =>
        `${resource.name}.rules.${rule}: no error text. Add one to texts.rules of the declaration, or to a translation file.`,
    ),
  )
  const errors = [
    ...app.findMistakes(),
    ...findNameConflicts(registry.resources),
    ...namesWithoutSql(registry),
    ...untranslated,
  ]
  if (app.mayHavePathConflicts)
    errors.push(...pathErrors(() => collectCalls(app, config, texts), registry, errors.length > 0))
  if (errors.length > 0) throw new DeclarationError(errors.join('\n'))
}

/**
 * Returns the conflicts between paths. If there are other errors, calls may fail to register. In
 * that case, only the other errors are reported.
 */
function pathErrors(
  collect: () => readonly RegisteredCall[],
  { isAdded }: Registry,
  hasMistakes: boolean,
): string[] {
  try {
    return pathConflicts(collect(), isAdded)
  } catch (error) {
    if (hasMistakes) return []
    throw error
  }
}
