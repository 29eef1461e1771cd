/** Emails with an access code: the receipt of an application, and a new code. */

import type { Queries } from '@matricola/server/database/database.ts'
import { type OutboxRow, queueMail } from '@matricola/server/mail/outbox.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  expr,
  isOneOfLiterals,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import { anyTextIn } from '#resources/admission/translated-name.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import {
  createAccessCode,
  decryptAccessCode,
  setAccessCode,
} from '#server/admission/applicant/access-code.ts'
import { addVerification } from '#server/admission/applicant/verification-links.ts'
import { describeAnswers, documentsAmong } from '#server/admission/forms/published-forms.ts'
import { addTimelineEvent } from '../timeline-events.ts'
import { verificationLink } from './address-links.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

const outboxMail = table(outboxMailTable)

/**
 * Receipt for an application. It has the code, which is decrypted from the outbox, if staff entered
 * the address, and otherwise the link that verifies the address.
 */
export const received: ApplicantMailComposer = async (mail) => {
  const { row, application, context, paragraph, facts, statusLink } = mail
  const { encryptedCode } = row.params
  const code =
    encryptedCode === undefined
      ? null
      : formatAccessCode(decryptAccessCode(encryptedCode, application.id, context.keys))
  const verification =
    code === null && application.emailState === 'unverified'
      ? await verificationLink(mail, 'first', await addFirstVerification(mail, context.database))
      : null
  return [
    paragraph('body'),
    ...facts({ reference: application.reference, accessCode: code }),
    ...(verification === null
      ? [paragraph(code === null ? 'withoutCode' : 'keepCode')]
      : [paragraph('verify'), verification]),
    ...(await documents(mail)),
    statusLink(),
    paragraph('after'),
  ]
}

async function documents({
  application,
  context,
  paragraph,
  label,
}: ApplicantMailParts): Promise<MailPart[]> {
  const answered = documentsAmong(
    await describeAnswers(context.database, {
      id: application.id,
      answers: application.answers,
      formVersionId: application.formVersionId,
    }),
  )
  const items = [
    ...documentNames
      .filter((name) => application.documents.includes(documentField(name)))
      .map(label),
    ...answered.map((one) => anyTextIn(one.label, application.language)),
  ]
  return items.length > 0 ? [paragraph('documents'), { kind: 'list', items }] : []
}

/** Maximum number of new codes per email address and day, no matter who requests them. */
const maxCodesPerDay = 5

/** Creates the new code at the time of sending, so that it is never stored in the outbox. */
export const newAccessCodeMail: ApplicantMailComposer = async (mail) => {
  const { application, row, paragraph, facts, statusLink } = mail
  if (await hasReachedLimit(mail)) return null
  if (application.emailState === 'unverified') {
    await queueNewVerification(mail)
    return null
  }
  const code = createAccessCode()
  await storeCode(mail, code, row)
  return [
    paragraph('body'),
    ...facts({ reference: application.reference, accessCode: formatAccessCode(code) }),
    statusLink(),
    paragraph('after'),
  ]
}

const addFirstVerification = (
  { context, application: { id: registrationId, email: address } }: ApplicantMailParts,
  queries: Queries,
) =>
  addVerification(queries, {
    registrationId,
    address,
    formerAddress: null,
    at: context.clock.now(),
  })

/** An address that is not verified gets the link that verifies it instead of a code. */
const queueNewVerification = (mail: ApplicantMailParts): Promise<void> =>
  mail.context.database.transaction(async (queries) => {
    const { id, email: address, language } = mail.application
    const verification = await addFirstVerification(mail, queries)
    await queueMail(queries, mail.context.clock.now(), {
      ...{ kind: 'verifyAddress', recordId: id, language, address, params: { verification } },
    })
  })

async function hasReachedLimit({
  context: { database, clock },
  application,
}: ApplicantMailParts): Promise<boolean> {
  const since = new Date(clock.now().getTime() - 24 * 3_600_000)
  const [row] = await runStatement(
    database,
    sql`select ${pick({ count: expr<number>`count(*)` })} from ${outboxMail}
     where ${isOneOfLiterals(outboxMail.kind, ['accessCode', 'verifyAddress'])} and ${outboxMail.state} = 'sent' and ${outboxMail.address} = ${application.email} and ${outboxMail.sent_at} > ${since.toISOString()}`,
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
