import type { fileTable } from '@matricola/server/sql/tables.ts'
import { type ColumnsOf, expr, type SqlExpression, table } from '@matricola/server/sql/typed.ts'
import { applicationMessages } from '#resources/application-messages.ts'

const message = table(applicationMessages)

/**
 * SQL condition: whether a file is a document of the application or an attachment of one of its
 * messages.
 */
export const isFileOf = (
  file: ColumnsOf<typeof fileTable, 'resource' | 'record_id'>,
  registrationId: string | SqlExpression<string>,
) =>
  expr<boolean>`(${file.resource} = 'registrations' and ${file.record_id} = ${registrationId} or ${file.resource} = 'application-messages'
    and ${file.record_id} in (select ${message.id} from ${message} where ${message.registrationId} = ${registrationId}))`
