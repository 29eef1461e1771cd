/**
 * Emails about a confirmed place and the answer whether it is kept. Not sent if the answer has
 * changed since, because the later answer has an email of its own.
 */
import { formatLongInstant, today } from '@matricola/schema/values/dates.ts'
import { columns, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { formatDayAhead } from '#resources/admission/application-state.ts'
import type { AcceptanceMode } from '#resources/admission/place-acceptance.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { readPlaceQuestion } from '#server/admission/ranking/place-question.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'
import { readPlaceNames } from './place-names.ts'

const registration = table(registrations)
const admissionSession = outerTable(admissionSessions)

export const placeConfirmed = answerMail('keep')
export const placeMayMoveUp = answerMail('moveUp')

function answerMail(mode: AcceptanceMode): ApplicantMailComposer {
  return async (mail) => {
    const { context, application, paragraph, facts, text, statusLink } = mail
    const { id, reference, language } = application
    const [stored] = await runStatement(
      context.database,
      sql`select ${pick({ ...columns(registration, 'confirmedAt', 'acceptance'), enrolUntil: admissionSession.enrolUntil })} from ${registration}
       left join ${admissionSession} on ${admissionSession.id} = ${registration.admissionSessionId} where ${registration.id} = ${id}`,
    )
    const question = await readPlaceQuestion(context.database, id, context.clock.now())
    if (!question || !stored?.confirmedAt || (stored.acceptance ?? 'keep') !== mode) return null
    const { held, higher, answer, isOpen, until, nextResultsOn } = question.wire
    const consented = higher.filter(
      (place) =>
        !place.isConsentVoid &&
        answer?.consented.some(
          (one) => one.specializationId === place.specializationId && one.kind === place.kind,
        ),
    )
    const [place = '', ...choices] = await readPlaceNames(mail, [held, ...consented])
    const canChange = isOpen && until !== null && higher.length > 0
    const isAsked = mode === 'keep' && higher.length > 0
    return {
      values: { place },
      parts: [
        paragraph(isAsked ? 'bodyKept' : 'body', {
          place,
          when: formatLongInstant(new Date(stored.confirmedAt).toISOString(), language),
        }),
        ...(choices.length > 0 ? [{ kind: 'list' as const, items: choices }] : []),
        ...(mode === 'moveUp' && answer?.agreedToPay ? [paragraph('agreed')] : []),
        ...facts({ reference }),
        ...(canChange ? [paragraph('change', { until: formatDayAhead(until, language) })] : []),
        mode === 'moveUp' && nextResultsOn !== null
          ? {
              kind: 'text' as const,
              text: text('mail:result.next', {
                resultsOn: formatDayAhead(nextResultsOn, language),
              }),
            }
          : { kind: 'text' as const, text: enrolmentText(mail, stored.enrolUntil) },
        statusLink(),
      ],
    }
  }
}

const enrolmentText = (
  { text, application, context }: ApplicantMailParts,
  enrolUntil: string | null,
) =>
  enrolUntil === null || enrolUntil < today(context.clock.now())
    ? text('mail:result.enrolment')
    : text('mail:result.enrolmentUntil', {
        enrolUntil: formatDayAhead(enrolUntil, application.language),
      })
