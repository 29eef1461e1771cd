/** Emails with an access code: the receipt of an application, and a new code. */

import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import { expr, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import {
  createAccessCode,
  decryptAccessCode,
  setAccessCode,
} from '#server/admission/applicant/access-code.ts'
import { addTimelineEvent } from '../timeline-events.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

const outboxMail = table(outboxMailTable)

/**
 * Receipt for an application. The code is decrypted from the outbox. Applications entered by staff
 * have no code.
 */
export const received: ApplicantMailComposer = (mail) => {
  const { row, application, context, paragraph, facts, statusLink } = mail
  const { encryptedCode } = row.params
  const code =
    encryptedCode === undefined
      ? null
      : formatAccessCode(decryptAccessCode(encryptedCode, application.id, context.keys))
  return [
    paragraph('body'),
    ...facts({ reference: application.reference, accessCode: code }),
    paragraph(code === null ? 'withoutCode' : 'keepCode'),
    ...documents(mail),
    statusLink(),
    paragraph('after'),
  ]
}

function documents({ application, paragraph, document }: ApplicantMailParts): MailPart[] {
  const items = documentNames
    .filter((name) => application.documents.includes(documentField(name)))
    .map(document)
  return items.length > 0 ? [paragraph('documents'), { kind: 'list', items }] : []
}

/** Maximum number of new codes per email address and day, no matter who requests them. */
const maxCodesPerDay = 5

/** Creates the new code at the time of sending, so that it is never stored in the outbox. */
export const newAccessCodeMail: ApplicantMailComposer = async (mail) => {
  const { application, row, paragraph, facts, statusLink } = mail
  if (await hasReachedLimit(mail)) return null
  const code = createAccessCode()
  await storeCode(mail, code, row)
  return [
    paragraph('body'),
    ...facts({ reference: application.reference, accessCode: formatAccessCode(code) }),
    statusLink(),
    paragraph('after'),
  ]
}

async function hasReachedLimit({
  context: { database, clock },
  application,
}: ApplicantMailParts): Promise<boolean> {
  const since = new Date(clock.now().getTime() - 24 * 3_600_000)
  const [row] = await runStatement(
    database,
    sql`select ${pick({ count: expr<number>`count(*)` })} from ${outboxMail}
     where ${outboxMail.kind} = 'accessCode' and ${outboxMail.state} = 'sent' and ${outboxMail.address} = ${application.email} and ${outboxMail.sent_at} > ${since.toISOString()}`,
  )
  return (row?.count ?? 0) >= maxCodesPerDay
}

async function storeCode(
  { context, application }: ApplicantMailParts,
  code: string,
  row: OutboxRow,
): Promise<void> {
  const at = context.clock.now()
  await context.database.transaction(async (queries) => {
    await setAccessCode(queries, context.keys, { registrationId: application.id, code, at })
    await runStatement(
      queries,
      sql`update ${outboxMail} ${setValues(outboxMail, { record_id: application.id })} where ${outboxMail.id} = ${row.id}`,
    )
    // Only on the first attempt, so that retries do not repeat the entry.
    if (row.attempts === 1)
      await addTimelineEvent(queries, {
        registrationId: application.id,
        type: 'accessCodeRenewed',
        by: { kind: 'system' },
        at,
      })
  })
}
