import { invalidInput } from '#model/errors.ts'
import { type AnyResource, fieldOf, isKind, storedEntries } from '#model/resource.ts'
import { claimFile } from '#server/engine/session/file-records.ts'
import { type Hooks, isConcerned } from './hooks.ts'

/**
 * The hooks of a resource, which also make the files named in its fields the record's own, in the write's
 * transaction; an older document stays with the record, an older picture goes. Throws `input.invalid` for a file that is another's, another record's or unknown.
 */
export function claimingFiles(resource: AnyResource, hooks: Hooks | undefined): Hooks | undefined {
  const names = fileFields(resource)
  if (names.length === 0) return hooks
  return {
    ...hooks,
    isConcerned: (write) =>
      names.some((name) => typeof write.changed[name] === 'string') || (hooks !== undefined && isConcerned(hooks, write)),
    async afterWrite(queries, event) {
      for (const field of names) {
        const fileId = event.changed[field]
        if (typeof fileId !== 'string') continue
        const claim = {
          fileId,
          ownerId: event.permit.actor.id,
          resource: resource.name,
          recordId: event.id,
          field,
          keepsOlder: isKind(fieldOf(resource, field), 'file'),
        }
        if (!(await claimFile(queries, claim, new Date(event.at)))) throw invalidInput({ [field]: [{ code: 'file.unknown' }] })
      }
      await hooks?.afterWrite?.(queries, event)
    },
  }
}

/** Fields that a person fills with a staged file; those that only the program sets claim theirs where they are set. */
const fileFields = (resource: AnyResource) =>
  storedEntries(resource)
    .filter(([, spec]) => (isKind(spec, 'file') || isKind(spec, 'image')) && spec.options.write?.length !== 0)
    .map(([name]) => name)
