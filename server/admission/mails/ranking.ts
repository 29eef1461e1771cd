/**
 * Emails about the results of a merit-based admission. Each is sent only if it is still accurate.
 */
import { today } from '@matricola/schema/values/dates.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { formatDayAhead } from '#resources/admission/application-state.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { readConfirmationFee } from './fees.ts'
import { type MailedResult, readMailedResult } from './mailed-result.ts'
import type { ApplicantMailComposer, ApplicantMailParts, TextValues } from './parts.ts'

const registration = table(registrations)
const admissionSession = outerTable(admissionSessions)
const nextSession = table(admissionSessions, 'next_session')
const admissionAppeal = table(admissionAppeals)

/** A place that the applicant did not have before. */
export const placeOffered = placeMail(({ result, values, paragraph, shared }) => ({
  body: [paragraph('body', values)],
  blocks: [shared.cost(), ...shared.due('enrolment'), shared.provisional()],
  facts: result.placeFacts,
}))

export const placeMovedUp = placeMail(({ result, values, paragraph, shared }) => ({
  body: [paragraph('body', values)],
  blocks: [...shared.due(), shared.provisional()],
  facts: { placeBefore: result.placeBefore, ...result.placeFacts },
}))

export const placeNowFeePaying = placeMail(({ result, values, paragraph, shared }) => ({
  body: [shared.offered(), paragraph('body', values), shared.reason()],
  blocks: [shared.numbers(), shared.cost(), ...shared.due(), shared.appeal()],
  facts: { placeBefore: result.placeBefore, ...result.placeFacts },
}))

export const placeMovedDown = placeMail(({ result, values, paragraph, shared }) => ({
  body: [
    shared.offered(),
    paragraph(values.number === '' ? 'bodyUnnumbered' : 'body', values),
    shared.reason(),
  ],
  blocks: [shared.numbers(), ...shared.due(), shared.appeal()],
  facts: { placeBefore: result.placeBefore, ...result.placeFacts },
}))

/** The exchange of a confirmed place, with nothing due. */
export const movedUp = placeMail(({ result, values, paragraph, shared }) => {
  const { agreedOn, isFeePaying, tuition } = result
  const cost =
    tuition !== null
      ? paragraph(agreedOn === null ? 'tuition' : 'tuitionAgreed', { tuition })
      : isFeePaying
        ? null
        : paragraph('free')
  return {
    body: [
      paragraph(agreedOn === null ? 'bodyUnasked' : 'body', { ...values, when: agreedOn ?? '' }),
      cost,
    ],
    blocks: [result.resultsOn === null ? shared.enrolment() : shared.next()],
    facts: { placeBefore: result.placeBefore, ...result.placeFacts },
  }
})

/** The same, with a fee to pay. Not sent once it is paid. */
export const movedUpToPay = placeMail(({ result, values, paragraph, shared }) => {
  const { agreedOn, tuition } = result
  if (result.confirmBy === null) return null
  return {
    body: [
      paragraph('body', { ...values, when: agreedOn ?? '' }),
      tuition === null ? null : paragraph('tuition', { tuition }),
    ],
    blocks: shared.due(),
    facts: { placeBefore: result.placeBefore, ...result.placeFacts },
    values: { confirmBy: result.confirmBy },
  }
})

export const placeRetracted = waitingMail(({ result, paragraph, shared }) => ({
  values: {},
  body: [
    shared.offered(),
    paragraph('body'),
    shared.reason(),
    result.numberBefore === null ? null : paragraph('number', { n: result.numberBefore }),
  ],
  blocks: [shared.numbers(), shared.appeal(), shared.next(), paragraph('questions')],
  facts: { placeBefore: result.placeBefore },
}))

export const waiting = waitingMail(({ result, paragraph, shared }) => {
  const { best } = result
  const values: TextValues = best ? { n: best.number, place: best.place } : {}
  return {
    values,
    body: [paragraph(best ? 'body' : 'bodyUnnumbered', { round: result.round, ...values })],
    blocks: [shared.provisional(), shared.next()],
    facts: {},
  }
})

export const stillWaiting = waitingMail(({ result, paragraph, shared }) => {
  const { best } = result
  if (!best || best.numberBefore === null) return null
  const { number: n, numberBefore, place } = best
  return {
    values: { n },
    body: [paragraph('body', { round: result.round, n, numberBefore, place })],
    blocks: [shared.next()],
    facts: {},
  }
})

export const notRanked = waitingMail(({ result, paragraph, shared }) => ({
  values: {},
  body: [paragraph('body', { round: result.round, missing: result.missing })],
  blocks: [
    shared.appeal(),
    result.completeBy === null ? shared.last() : paragraph('next', { date: result.completeBy }),
  ],
  facts: {},
}))

/** The parts of an email about a result. Null parts are left out. */
interface ResultMailParts {
  /** Sentences of the first paragraph. */
  readonly body: readonly (MailPart | null)[]
  readonly blocks: readonly (MailPart | null)[]
  readonly facts: { readonly [label: string]: string | null }
  /** Values that only the subject of this email has. */
  readonly values?: TextValues
}

interface ResultMail extends ApplicantMailParts {
  readonly result: MailedResult
  readonly shared: ReturnType<typeof sharedBlocks>
}

/** Composes an email about a place. Null if the applicant no longer has that place. */
function placeMail(
  compose: (mail: ResultMail & { readonly values: PlaceValues }) => ResultMailParts | null,
): ApplicantMailComposer {
  return async (mail) => {
    const result = await readMailedResult(mail)
    const { place } = result ?? {}
    if (!result || !place) return null
    const values = {
      round: result.round,
      place,
      placeBefore: result.placeBefore ?? '',
      number: result.choiceNumber?.toString() ?? '',
      total: result.choiceTotal,
    }
    const parts = compose({ ...mail, result, values, shared: sharedBlocks(mail, result) })
    return parts && assembleResultMail(mail, { ...parts, values: { ...values, ...parts.values } })
  }
}

type PlaceValues = Readonly<
  Record<'round' | 'place' | 'placeBefore' | 'number', string> & Record<'total', number>
>

/** Composes an email to someone without a place. Null if the applicant has one, or is out. */
function waitingMail(
  compose: (mail: ResultMail) => (ResultMailParts & { readonly values: TextValues }) | null,
): ApplicantMailComposer {
  return async (mail) => {
    const { status } = mail.application
    if (status === 'accepted' || status === 'declined') return null
    const result = await readMailedResult(mail)
    if (!result) return null
    const parts = compose({ ...mail, result, shared: sharedBlocks(mail, result) })
    return (
      parts &&
      assembleResultMail(mail, {
        ...parts,
        values: { round: result.round, ...parts.values },
      })
    )
  }
}

function assembleResultMail(
  { facts, application: { reference }, statusLink, text }: ApplicantMailParts,
  parts: ResultMailParts & { readonly values: TextValues },
) {
  const isPart = (part: MailPart | null) => part !== null
  const sentences = parts.body.flatMap((part) => (part?.kind === 'text' ? [part.text] : []))
  return {
    values: parts.values,
    parts: [
      { kind: 'text' as const, text: sentences.join(' ') },
      ...facts({ reference, ...parts.facts }),
      ...parts.blocks.filter(isPart),
      { kind: 'text' as const, text: text('mail:result.why') },
      statusLink(),
    ],
  }
}

/** Paragraphs that several of these emails have. Each is null if its facts are unknown. */
function sharedBlocks(
  { text, application: { reference } }: ApplicantMailParts,
  result: MailedResult,
) {
  const textPart = (key: string, values?: TextValues): MailPart => ({
    kind: 'text',
    text: text(key, values),
  })
  const block = (key: string, values?: TextValues) => textPart(`mail:result.${key}`, values)
  const {
    appealUntil,
    cause,
    confirmBy,
    enrolUntil,
    fee,
    numbers,
    offeredOn,
    placeBefore,
    resultsOn,
    waitingEndsOn,
  } = result
  const enrolment = () =>
    enrolUntil === null ? block('enrolment') : block('enrolmentUntil', { enrolUntil })
  const last = () => (waitingEndsOn === null ? null : block('last', { waitingEndsOn }))
  return {
    offered: () =>
      offeredOn === null || placeBefore === null
        ? null
        : block('offered', { offeredOn, placeBefore }),
    reason: () => {
      if (cause !== null) return block('reason', { cause })
      return result.missing === '' ? null : block('reasonMissing', { missing: result.missing })
    },
    numbers: () => numbers && block('numbers', numbers),
    cost: () =>
      result.tuition === null || result.isConfirmed
        ? null
        : textPart('application:card.cost', { tuition: result.tuition }),
    /** The steps that keep the place, and their last day. */
    due: (otherwise?: 'enrolment') => {
      if (confirmBy === null && result.isConfirmed) return [block('confirmed'), enrolment()]
      if (confirmBy === null) return otherwise ? [enrolment()] : []
      return [
        fee === null
          ? block('confirm', { confirmBy })
          : block('pay', { amount: fee, confirmBy, reference }),
      ]
    },
    provisional: () => (appealUntil === null ? null : block('provisional', { appealUntil })),
    appeal: () => (appealUntil === null ? null : block('appeal', { appealUntil })),
    enrolment,
    next: () => (resultsOn === null ? last() : block('next', { resultsOn })),
    last,
  }
}

/** Not sent once the place is confirmed or lost. */
export const placeReminder: ApplicantMailComposer = async ({
  application: { id, reference, language },
  context,
  paragraph,
  facts,
  statusLink,
}) => {
  const [place] = await runStatement(
    context.database,
    sql`select ${pick(columns(registration, 'status', 'confirmBy', 'confirmedAt'))} from ${registration} where ${registration.id} = ${id}`,
  )
  if (place?.status !== 'accepted' || place.confirmBy === null || place.confirmedAt !== null)
    return null
  const fee = await readConfirmationFee(context, { id, language, reference })
  return [
    paragraph('body'),
    ...facts({ reference, confirmBy: formatDayAhead(place.confirmBy, language), ...fee }),
    paragraph(fee ? 'pay' : 'confirm'),
    statusLink(),
  ]
}

/** The waiting lists have ended without a place. Not sent if the application was reopened. */
export const notAdmitted: ApplicantMailComposer = async ({
  application: { id, status, reasonCode, reference, language },
  context: { database, clock },
  paragraph,
  facts,
  text,
  statusLink,
}) => {
  if (status !== 'declined' || reasonCode !== 'no_places') return null
  const [dates] = await runStatement(
    database,
    sql`select ${pick({
      waitingEndsOn: admissionSession.waitingEndsOn,
      opensAt: expr<
        string | null
      >`(select min(${nextSession.opensAt}) from ${nextSession} where ${nextSession.opensAt} > ${clock.now().toISOString()})`,
    })} from ${registration} left join ${admissionSession} on ${admissionSession.id} = ${registration.admissionSessionId} where ${registration.id} = ${id}`,
  )
  const { waitingEndsOn = null, opensAt = null } = dates ?? {}
  return [
    waitingEndsOn === null
      ? paragraph('bodyUndated')
      : paragraph('body', { waitingEndsOn: formatDayAhead(waitingEndsOn, language) }),
    ...facts({ reference }),
    ...(opensAt === null
      ? []
      : [paragraph('next', { opensOn: formatDayAhead(today(new Date(opensAt)), language) })]),
    { kind: 'text', text: text('mail:result.why') },
    statusLink(),
  ]
}

/** The answer to an appeal. Changed results are announced by the next release. */
export const appealAnswered: ApplicantMailComposer = async ({
  application: { id, reference },
  context,
  paragraph,
  facts,
  statusLink,
}) => {
  const [appeal] = await runStatement(
    context.database,
    sql`select ${pick(columns(admissionAppeal, 'status', 'answer'))} from ${admissionAppeal} where ${admissionAppeal.registrationId} = ${id} and ${admissionAppeal.answeredAt} is not null
     order by ${admissionAppeal.answeredAt} desc limit 1`,
  )
  if (!appeal) return null
  const quote = appeal.answer === null ? [] : [{ kind: 'quote' as const, text: appeal.answer }]
  return [
    paragraph(appeal.status === 'changed' ? 'changed' : 'upheld'),
    ...facts({ reference }),
    ...quote,
    statusLink(),
  ]
}
