/** How the lists of a process refer to its subject. */
import { isFieldType } from './field.ts'
import type { ProcessSpec } from './process.ts'
import type { AnyResource } from './resource.ts'
import { valueEntries } from './resource-fields.ts'

/** Returns the field of `resource` that refers to `target`; undefined if there is none. */
export const findReferenceTo = (resource: AnyResource, target: string): string | undefined =>
  valueEntries(resource).find(
    ([, spec]) => isFieldType(spec, 'reference') && spec.to === target,
  )?.[0]

/**
 * Returns the field by which a list belongs to the process: to the subject or, if it refers only to
 * the part, to the part. Undefined if it belongs to neither.
 */
export function findProcessLink(
  { subject }: ProcessSpec,
  resource: AnyResource,
): { readonly field: string; readonly to: 'subject' | 'part' } | undefined {
  const toSubject = findReferenceTo(resource, subject.resource)
  if (toSubject !== undefined) return { field: toSubject, to: 'subject' }
  const toPart = subject.part && findReferenceTo(resource, subject.part.resource)
  return toPart === undefined ? undefined : { field: toPart, to: 'part' }
}
