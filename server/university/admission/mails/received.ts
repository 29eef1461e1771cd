/** Emails with an access code: the receipt of an application, and a new code. */
import { accessCodeInGroups } from '#model/admission/access-code.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import type { OutboxRow } from '#server/engine/mail/outbox.ts'
import type { MailPart } from '#server/engine/services/mail-body.ts'
import { outboxMail } from '#server/engine/sql/tables.ts'
import { expr, pick, run, set, sql, table } from '#server/engine/sql/typed.ts'
import { newAccessCode, openAccessCode, setAccessCode } from '#server/university/admission/applicant/access-code.ts'
import { addEvent } from '../events.ts'
import type { MailComposer, MailParts } from './parts.ts'

const o = table(outboxMail, 'o')

/** Receipt of an application. The code is decrypted from the outbox; applications entered by staff have none. */
export const received: MailComposer = (mail) => {
  const { row, application, context, say, facts, statusLink } = mail
  const sealed = row.params.sealedCode
  const code = sealed === undefined ? null : accessCodeInGroups(openAccessCode(sealed, application.id, context.keys))
  return [
    say('body'),
    ...facts({ reference: application.reference, accessCode: code }),
    say(code === null ? 'withoutCode' : 'keepCode'),
    ...documents(mail),
    statusLink(),
    say('after'),
  ]
}

function documents({ application, say, document }: MailParts): MailPart[] {
  const items = documentNames.filter((name) => application.documents.includes(documentField(name))).map(document)
  return items.length > 0 ? [say('documents'), { kind: 'list', items }] : []
}

/** Maximum number of new codes per email address and day, no matter who requests them. */
const mostCodesADay = 5

/** Creates the new code at the time of sending, so that it is never stored in the outbox. */
export const newCode: MailComposer = async (mail) => {
  const { application, row, say, facts, statusLink } = mail
  if (await hasHadEnough(mail)) return null
  const code = newAccessCode()
  await keep(mail, code, row)
  return [say('body'), ...facts({ reference: application.reference, accessCode: accessCodeInGroups(code) }), statusLink(), say('after')]
}

async function hasHadEnough({ context: { database, clock }, application }: MailParts): Promise<boolean> {
  const since = new Date(clock.now().getTime() - 24 * 3_600_000)
  const [row] = await run(
    database,
    sql`select ${pick({ count: expr<number>`count(*)` })} from ${o}
     where ${o.kind} = 'accessCode' and ${o.state} = 'sent' and ${o.address} = ${application.email} and ${o.sent_at} > ${since.toISOString()}`,
  )
  return (row?.count ?? 0) >= mostCodesADay
}

async function keep({ context, application }: MailParts, code: string, row: OutboxRow): Promise<void> {
  const at = context.clock.now()
  await context.database.transaction(async (queries) => {
    await setAccessCode(queries, context.keys, { registrationId: application.id, code, at })
    await run(queries, sql`update ${o} ${set(o, { record_id: application.id })} where ${o.id} = ${row.id}`)
    // Only on the first attempt, so that retries do not repeat the entry.
    if (row.attempts === 1)
      await addEvent(queries, { registrationId: application.id, type: 'accessCodeRenewed', by: { kind: 'system' }, at })
  })
}
