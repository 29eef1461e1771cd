import { formatLongDay, formatLongInstant, today } from '@matricola/schema/values/dates.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { endsPeriod, lastInstantOf } from '#resources/admission/admission-calendar.ts'
import { formatDayAhead } from '#resources/admission/application-state.ts'
import { kindOfDate } from '#resources/admission/date-notices.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { readDates } from '#server/admission/date-notices.ts'
import { dateNoticeTable } from '#server/tables/rows.ts'
import type { ApplicantMailComposer, ApplicantMailParts, TextValues } from './parts.ts'

const dateNotice = table(dateNoticeTable)
const admissionRound = table(admissionRounds)
const otherRound = table(admissionRounds, 'other_round')

/** Names the moved dates with their old and new values. Not sent if they were moved again since. */
export const dateChanged: ApplicantMailComposer = async (mail) => {
  const { context, row, application, paragraph, facts, statusLink } = mail
  const { noticeId, fields = '' } = row.params
  const [notice] = await runStatement(
    context.database,
    sql`select ${pick(columns(dateNotice, 'resource', 'record_id', 'dates', 'reason'))} from ${dateNotice} where ${dateNotice.id} = ${noticeId}::uuid`,
  )
  if (!notice) return null
  const { resource, record_id: id, dates, reason } = notice
  const current = await readDates(context.database, { resource, id })
  const roundName = await findRoundName(mail, id)
  const moved = dates
    .filter(({ field, after }) => fields.split(',').includes(field) && current[field] === after)
    .map(({ field, before, after }) => ({
      what: nameOfDate(mail, { kind: kindOfDate(resource, field), roundName }),
      old: dateInWords(mail, before),
      new: dateInWords(mail, after),
    }))
  if (moved.length === 0) return null
  const names = moved.map(({ what }) => what)
  return {
    values: { what: new Intl.ListFormat(application.language).format(names) },
    parts: [
      ...moved.map((values: TextValues) => paragraph('body', values)),
      ...(reason === null ? [] : [{ kind: 'quote' as const, text: reason }]),
      ...facts({ reference: application.reference }),
      paragraph('after'),
      statusLink(),
    ],
  }
}

/** Returns the name of a round if its session has several; null for a session. */
async function findRoundName(
  { context, application: { language } }: ApplicantMailParts,
  id: string,
): Promise<string | null> {
  const [round] = await runStatement(
    context.database,
    sql`select ${pick({
      name: inLanguage(admissionRound.name, language),
      isOnly: expr<boolean>`not exists (select from ${otherRound} where ${otherRound.admissionSessionId} = ${admissionRound.admissionSessionId} and ${otherRound.id} <> ${admissionRound.id})`,
    })} from ${admissionRound} where ${admissionRound.id} = ${id}`,
  )
  return round && !round.isOnly ? round.name : null
}

interface NamedDate {
  readonly kind: ReturnType<typeof kindOfDate>
  readonly roundName: string | null
}

/** The name of a date, as in the calendar feed. */
function nameOfDate({ text }: Pick<ApplicantMailParts, 'text'>, { kind, roundName }: NamedDate) {
  if (kind === null) return ''
  const what = [text(`apply:calendar.${kind}`), ...(roundName === null ? [] : [roundName])].join(
    ', ',
  )
  return endsPeriod({ kind }) ? text('apply:calendar.lastDay', { what }) : what
}

function dateInWords(
  { text, context, application: { language } }: ApplicantMailParts,
  date: string,
): string {
  const instant = lastInstantOf({ kind: 'closes', date })
  if (instant)
    return text('public:moment', { date: formatLongInstant(instant.toISOString(), language) })
  return date < today(context.clock.now())
    ? formatLongDay(date, language)
    : formatDayAhead(date, language)
}
