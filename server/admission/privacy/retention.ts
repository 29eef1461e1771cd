import { today } from '@matricola/schema/values/dates.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import { readDroppedFiles, removeDroppedFiles } from '@matricola/server/session/file-records.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { findTrustedNow } from '@matricola/server/session/trusted-clock.ts'
import { fileTable, metaTable } from '@matricola/server/sql/tables.ts'
import {
  bareColumns,
  equalsLiteral,
  expr,
  into,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { countDueBankLines, eraseDueBankLines } from '#server/privacy/erase-bank-lines.ts'
import { isFileOf } from './application-files.ts'
import { type ErasureContext, eraseApplication } from './erase.ts'
import { saveErasures } from './erasures.ts'

const registration = table(registrations)
const admissionSession = table(admissionSessions)
const settingsRow = table(settings)
const file = table(fileTable)
const meta = table(metaTable)

/**
 * Data that is due for erasure or was erased: reference numbers of applications, and the number of
 * bank lines.
 */
export interface RetentionReport {
  /** Applications for which only the files are erased. */
  readonly files: readonly string[]
  /** Applications for which the personal data is erased. */
  readonly persons: readonly string[]
  /** Bank lines for which the payer and the payment details are erased. */
  readonly bankLines: number
}

interface DueErasure {
  readonly id: string
  readonly reference: string
  readonly isWhole: boolean
}

const batchSize = 100

/** Lists the data that `applyRetention` would erase at this time. */
export const previewRetention = async (
  context: ErasureContext,
  now: Date,
): Promise<RetentionReport> =>
  reportOf(await readDue(context, now, null), await countDueBankLines(context.database, now))

/**
 * Erases the files of declined and withdrawn applications `retentionMonths` after their admission
 * session closed, and their personal data after twice that time. Applications of a session without
 * a closing date are kept. Erases the payer and the details of bank lines `bankLineMonths` after
 * their date. Returns null and erases nothing while the clock is not trusted.
 */
export async function applyRetention(context: ErasureContext): Promise<RetentionReport | null> {
  const now = await findTrustedNow(context)
  if (now === null) return null
  await removeDroppedFiles(context, await readDroppedFiles(context))
  const done: DueErasure[] = []
  for (
    let due = await readDue(context, now, batchSize);
    due.length > 0;
    due = await readDue(context, now, batchSize)
  ) {
    const before = done.length
    for (const one of due) if (await tryErase(context, one)) done.push(one)
    await saveErasures(context)
    // All applications were reopened in the meantime. The next run handles the remaining ones.
    if (done.length === before) break
  }
  const report = reportOf(done, await eraseOldBankLines(context, now))
  const details = {
    files: report.files.length,
    persons: report.persons.length,
    bankLines: report.bankLines,
  }
  if (done.length > 0 || report.bankLines > 0)
    await recordSecurityEvent(context.database, now, { kind: 'retentionRun', details })
  return report
}

async function eraseOldBankLines({ database, keys }: ErasureContext, now: Date): Promise<number> {
  let erased = 0
  let last: number
  do {
    last = await database.transaction((queries) =>
      eraseDueBankLines(queries, { keys, now, limit: batchSize }),
    )
    erased += last
  } while (last === batchSize)
  return erased
}

async function tryErase(context: ErasureContext, { id, isWhole }: DueErasure): Promise<boolean> {
  try {
    await eraseApplication(context, { id, isWhole, by: 'retention' })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'transition.refused') return false
    throw error
  }
}

/** Returns the applications to erase, oldest first. If `limit` is null, returns all of them. */
const readDue = (
  { database }: ErasureContext,
  now: Date,
  limit: number | null,
): Promise<DueErasure[]> =>
  runStatement(
    database,
    sql`select ${pick({
      id: registration.id,
      reference: registration.referenceCode,
      isWhole: expr<boolean>`${admissionSession.closesAt} + make_interval(months => 2 * ${settingsRow.retentionMonths}) <= ${now.toISOString()}`,
    })}
     from ${registration} join ${admissionSession} on ${admissionSession.id} = ${registration.admissionSessionId}
     cross join (select ${settingsRow.retentionMonths} from ${settingsRow} limit 1) settings
     where ${equalsLiteral(registration.status, 'declined')} and ${registration.enrolledAt} is null and ${registration.erasedAt} is null
       and ${admissionSession.closesAt} + make_interval(months => ${settingsRow.retentionMonths}) <= ${now.toISOString()}
       and (${admissionSession.closesAt} + make_interval(months => 2 * ${settingsRow.retentionMonths}) <= ${now.toISOString()} or exists (
         select 1 from ${file} where ${isFileOf(file, registration.id)} and ${file.claimed_at} is not null))
     order by ${registration.id} limit ${limit}`,
  )

const reportOf = (due: readonly DueErasure[], bankLines: number): RetentionReport => {
  const references = (isWhole: boolean) =>
    due.filter((one) => one.isWhole === isWhole).map(({ reference }) => reference)
  return { files: references(false), persons: references(true), bankLines }
}

/**
 * Runs `applyRetention` once a day, in the first process that claims the day. On the first day, it
 * only stores the date and erases nothing. This leaves time to check the settings or make a dry
 * run.
 */
export async function applyRetentionNightly(context: ErasureContext): Promise<void> {
  const { database, log } = context
  const now = await findTrustedNow(context)
  if (now === null) return
  const day = today(now)
  const first = await runStatement(
    database,
    sql`insert into ${into(meta, { key: 'retentionRunOn', value: day })} on conflict (${bareColumns(meta, 'key')}) do nothing returning 1`,
  )
  const updated = await runStatement(
    database,
    sql`update ${meta} ${setValues(meta, { value: day })} where ${meta.key} = 'retentionRunOn' and ${meta.value} <> ${day} returning 1`,
  )
  if (first.length > 0 || updated.length === 0) return
  const { files, persons, bankLines } = (await applyRetention(context)) ?? reportOf([], 0)
  if (files.length + persons.length + bankLines > 0)
    log.info({ files: files.length, persons: persons.length, bankLines }, 'expired data was erased')
}

/** Every ten minutes, checks whether the run of the day is still to be done. */
export const retentionWork: RepeatedWork = {
  work: applyRetentionNightly,
  failure: 'the nightly erasure of expired applications failed',
  everyMs: 10 * 60_000,
}
