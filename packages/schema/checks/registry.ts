/** Validates all declarations at startup. */
import type { AnyExtension } from '../extension.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import { checkAccess, checkDependants, checkImport, checkPowers } from './access.ts'
import { checkActions, checkConditions, checkNotificationRules, checkStamps } from './actions.ts'
import { checkBounds, checkChoices } from './bounds.ts'
import { checkCreation, checkFieldRoles } from './creation.ts'
import { checkEffects } from './effects.ts'
import { checkExtensions } from './extensions.ts'
import { checkNames } from './field-references.ts'
import { checkField } from './fields.ts'
import { checkChanges } from './former-names.ts'
import { checkLists } from './lists.ts'
import { checkPaths, checkSpelling } from './naming.ts'
import type { Report } from './report.ts'
import { checkStructure, type Words } from './structure.ts'
import { checkWorkflow } from './workflow.ts'

/**
 * Mistakes in declarations, which prevent startup. Each line of the message starts with
 * `<resource>.<field or part>: `.
 */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError'
}

/**
 * Throws `DeclarationError` with every mistake in the declarations. This repeats what the compiler
 * checks, because startup does not run the compiler.
 */
export function checkRegistry(...declared: Parameters<typeof mistakesOf>): void {
  const mistakes = mistakesOf(...declared)
  if (mistakes.length > 0) throw new DeclarationError(mistakes.join('\n'))
}

/** Every mistake in the declarations and their extensions, in order. */
export function mistakesOf(
  words: Words,
  resources: { readonly [name: string]: unknown },
  extensions: readonly AnyExtension[] = [],
): string[] {
  const mistakes = new Set<string>()
  const report: Report = (path, problem) => mistakes.add(`${path}: ${problem}`)
  // Every value was made by `defineResource`; generic code handles them without the types of their
  // field names.
  const entries = Object.entries(resources as { readonly [name: string]: AnyResource })
  checkExtensions(words, extensions, Object.fromEntries(entries), report)
  const wellFormed = entries.filter(([, resource]) => checkStructure(words, resource, report))
  const all = Object.fromEntries(wellFormed)
  for (const [key, resource] of wellFormed) {
    if (key !== resource.name)
      report(key, `registered under this name, but declared with the name "${resource.name}"`)
    checkSpelling(resource, report)
    checkNames(resource, report)
    // If a declaration is malformed, references to it would be reported as well.
    if (wellFormed.length < entries.length) continue
    for (const [name, spec] of fieldEntries(resource)) {
      checkField(all, resource, name, spec, report)
      checkChoices(resource, name, spec, report)
      checkBounds(resource, name, spec, report)
    }
    checkEffects(resource, report)
    checkDependants(all, resource, report)
    checkConditions(resource, report)
    checkActions(all, resource, report)
    checkStamps(all, resource, report)
    checkNotificationRules(all, resource, report)
    checkAccess(all, resource, report)
    checkPowers(resource, report)
    checkImport(all, resource, report)
    checkChanges(all, resource, report)
    checkLists(all, resource, report)
    checkWorkflow(resource, report)
    checkFieldRoles(resource, report)
    checkCreation(all, resource, report)
  }
  checkPaths(
    wellFormed.map(([, resource]) => resource),
    report,
  )
  return [...mistakes]
}
