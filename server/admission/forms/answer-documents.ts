/** Documents among the answers to a form. */

import { isId } from '@matricola/schema/paths.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import { claimFiles } from '@matricola/server/session/file-records.ts'
import { documentFormats } from '#resources/admission/form-answers.ts'
import { fileFieldOf } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { answersOf, versionsOf } from './form-contents.ts'
import { itemsOfVersions } from './published-forms.ts'

/**
 * Attaches new documents among the answers of written applications. Throws `input.invalid` with the
 * ids of items whose file is unknown or answers another item as well.
 */
export async function claimAnsweredDocuments(
  queries: Queries,
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  for (const { id, record, before, changed, permit, at } of events) {
    if (!('answers' in changed)) continue
    const [answers, former] = [answersOf(record), answersOf(before?.values ?? {})]
    const items = await itemsOfVersions(queries, versionsOf(record))
    const files = items.flatMap(({ item }) => {
      const fileId = answers[item.id]
      return item.type === 'file' &&
        typeof fileId === 'string' &&
        isId(fileId) &&
        fileId !== former[item.id]
        ? [{ item: item.id, fileId, field: fileFieldOf(item.id), accept: documentFormats }]
        : []
    })
    if (files.length === 0) continue
    const claimed = await claimFiles(
      queries,
      {
        files: files.map(({ item: _, ...file }) => ({ ...file, keepsVersions: true })),
        ownerId: permit.actor.id,
        resource: registrations.name,
        recordId: id,
        isNew: before === null,
      },
      new Date(at),
    )
    const refused = files.filter(
      ({ fileId }, index) =>
        !claimed.has(fileId) || files.findIndex((one) => one.fileId === fileId) < index,
    )
    if (refused.length > 0)
      throw invalidInput(
        Object.fromEntries(refused.map(({ item }) => [item, [{ code: 'file.unknown' }]])),
      )
  }
}
