import { join } from 'node:path'
import type { WireOpenMail } from '@matricola/schema/wire/wire.ts'
import { type QueuedMail, queueMail, sendDueMails } from '@matricola/server/mail/outbox.ts'
import { createEmlMail, readEml } from '@matricola/server/ports/eml-mail.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import type { ResultChange, ResultMail } from '#resources/admission/ranking.ts'
import { languages } from '#resources/languages.ts'
import { encryptAccessCode } from '#server/admission/applicant/access-code.ts'
import { addVerification } from '#server/admission/applicant/verification-links.ts'
import { applicantMailKinds } from '#server/admission/mails/composers.ts'
import { storeAcceptances } from '#server/admission/ranking/acceptances.ts'
import { addRound, offerByMerit, publishResult } from '#tests/support/publish-results.ts'
import {
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let site: SessionApp
let programme: ProgrammeIds
let ioana: SeededApplication
let studentId: string
beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  programme = await seedProgramme(site, { name: 'Astronomy' })
  ioana = await seedApplication(site.context, programme)
  studentId = await site.createAccount('student', { password: null })
  await site.database.query(
    `update settings set admission_email = 'admitere@univ.ro', admission_phone = '+40264123456', office_hours = 'Mon-Fri, 8AM-5PM'`,
  )
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.query('delete from outbox_mail')
  await site.resetRateLimits()
})

const changes = [
  {
    field: 'fileDiploma',
    message: 'Both pages, please',
    oldValue: 'diploma.pdf',
    answeredAt: null,
    keptReason: null,
  },
  { field: 'cnp', message: null, oldValue: '••••••••••123', answeredAt: null, keptReason: null },
]
/** The state of the application when each email is sent. */
const states: { readonly [kind: string]: string } = {
  updateRequested: 'update_requested',
  updateReminder: 'update_requested',
  updateOverdue: 'update_requested',
  updateReceived: 'in_progress',
  accepted: 'accepted',
  placeOffered: 'accepted',
  placeMovedUp: 'accepted',
  placeNowFeePaying: 'accepted',
  placeMovedDown: 'accepted',
  movedUp: 'accepted',
  movedUpToPay: 'accepted',
  payReminder: 'accepted',
  consentVoid: 'accepted',
  placeLost: 'declined',
  placeReminder: 'accepted',
  placeConfirmed: 'accepted',
  placeMayMoveUp: 'accepted',
  notAdmitted: 'declined',
  enrolled: 'accepted',
  declined: 'declined',
  withdrawn: 'declined',
}

const changeByMail: Readonly<Record<ResultMail, ResultChange>> = {
  placeOffered: 'first',
  placeMovedUp: 'up',
  placeNowFeePaying: 'nowFeePaying',
  placeMovedDown: 'down',
  movedUp: 'up',
  movedUpToPay: 'up',
  placeRetracted: 'lost',
  waiting: 'waiting',
  stillWaiting: 'waiting',
  notRanked: 'notRanked',
}
const isResultMail = (kind: string): kind is ResultMail => Object.hasOwn(changeByMail, kind)

/** Publishes the result that an email announces, after one that offered a fee-paying place. */
async function publishResultOf({ id }: SeededApplication, kind: ResultMail): Promise<string> {
  const change = changeByMail[kind]
  const offered = {
    ...{ specializationId: programme.specializationId, kind: 'fee', average: 900, position: 1 },
    ...{ applicants: 1, waitingPosition: 0, lastAverage: 900, reason: 'won' as const },
  }
  const place = { ...offered, kind: 'budget' }
  const waiting = {
    ...offered,
    ...{ waitingPosition: 1, lastAverage: 920, reason: 'higherAverage' as const },
  }
  for (const table of [
    'admission_appeals',
    'admission_result',
    'admission_drafts',
    'admission_rounds',
  ])
    await site.database.query(`delete from ${table}`)
  const hadPlace = ['up', 'nowFeePaying', 'down', 'lost'].includes(change)
  await publishResult(site.context, id, {
    quotas: [hadPlace ? offered : { ...waiting, waitingPosition: 4 }],
    ...(hadPlace && { won: offered }),
    round: { name: 'Etapa I' },
  })
  site.wait(1000)
  const isPlace = hadPlace ? change !== 'lost' : change === 'first'
  return await publishResult(site.context, id, {
    quotas: isPlace ? [waiting, place] : [waiting],
    ...(isPlace && { won: place }),
    round: { name: 'Etapa a II-a', number: 2, appealUntil: '2026-12-01' },
    change,
    ...(hadPlace && { from: offered }),
    ...(change === 'notRanked' && { missing: ['unchecked'] }),
    ...(['nowFeePaying', 'down', 'lost'].includes(change) && {
      cause: 'placesReduced' as const,
      causeDetails: { old: 12, new: 10 },
    }),
  })
}

const isToPay = (kind: string) => kind === 'movedUpToPay' || kind === 'payReminder'

const reasonCodes: { readonly [kind: string]: string } = {
  ...{ withdrawn: 'withdrawn', declined: 'not_eligible', notAdmitted: 'no_places' },
  placeLost: 'place_not_paid',
}

/** The charge for the place that an applicant was moved to. */
const placeCharge = `insert into finances (id, registration_id, direction, kind, amount, description, description_key, booked_on)
  select gen_random_uuid(), $1, 'charge', 'matriculation', 300, 'Fee', 'fee', date '2026-07-19'`

/** A confirmed fee-paying place, and a consent to the state-funded one before its fee was raised. */
async function prepareVoidConsent(id: string) {
  await publishResultOf(ioana, 'placeOffered')
  await site.database.query('delete from admission_programmes')
  await offerByMerit(site.context, programme.specializationId, { confirmationFee: 200 })
  await addRound(site.context, { name: 'Etapa a III-a', number: 3 })
  await site.database.query(
    `update registrations set won_funding = 'fee', funding_preference = 'budget_then_fee', admission_session_id = (select admission_session_id from settings) where id = $1`,
    [id],
  )
  await storeAcceptances(site.database, [
    {
      ...{ registrationId: id, roundId: null, mode: 'moveUp', agreedToPay: true, kind: 'fee' },
      ...{ specializationId: programme.specializationId, by: { kind: 'applicant' } },
      ...{ at: site.context.clock.now(), language: 'ro' },
      consented: [
        {
          ...{ specializationId: programme.specializationId, kind: 'budget' },
          ...{ tuition: null, confirmationFee: 100 },
        },
      ],
    },
  ])
}

async function prepareEmail(
  { id }: SeededApplication,
  kind: string,
  language = 'en',
): Promise<void> {
  await site.database.query(
    `update registrations set status = $2, language = $3, reason_code = $4, issue = 'Blurred copy', issue_explanation = 'The copy <b>cannot</b> be read.',
       suggestion = 'Scan it.', requested_changes = $5::jsonb, update_due_at = '2026-07-25T20:59:59.999Z', enrolled_at = $6,
       won_specialization_id = case when $7 then specialization_id end, won_funding = case when $7 then 'budget' end,
       confirm_by = case when $8 then date '2026-07-28' end,
       confirmed_at = $9, acceptance = $10, pay_by = case when $11 then date '2026-07-28' end where id = $1`,
    [
      id,
      states[kind] ?? 'under_review',
      language,
      reasonCodes[kind] ?? null,
      JSON.stringify(changes),
      kind === 'enrolled' ? '2026-07-20T08:00:00Z' : null,
      /^(place(Offered|Moved|Now|Confirmed|May)|movedUp|payR|consent)/.test(kind),
      kind === 'placeReminder',
      /^(place(Confirmed|May)|movedUp|payR|consent)/.test(kind) ? '2026-07-20T08:00:00Z' : null,
      kind === 'placeMayMoveUp' ? 'moveUp' : null,
      isToPay(kind),
    ],
  )
  if (kind === 'consentVoid') await prepareVoidConsent(id)
  await site.database.query("delete from finances where kind = 'matriculation'")
  if (isToPay(kind)) await site.database.query(placeCharge, [id])
  await site.database.query('delete from admission_appeals')
  if (kind === 'resultAppealAnswered') await site.database.query(answeredAppeal, [id])
}

/** An answered appeal against the results of a round. */
const answeredAppeal = `with round as (
    insert into admission_rounds (id, admission_session_id, name, name_key, number)
    select gen_random_uuid(), admission_session_id, 'Round', 'round', 1 + (select count(*) from admission_rounds) from registrations where id = $1
    returning id)
  insert into admission_appeals (id, registration_id, admission_round_id, explanation, status, appealed_at, answer, answered_at)
  select gen_random_uuid(), $1, id, 'My grade is another.', 'upheld', now(), 'The grade is right.', now() from round`

/**
 * Stores the ledger entry that an email is about. For an undone payment, also stores its reversal.
 */
async function entryFor({ id }: SeededApplication, kind: string): Promise<string> {
  const direction = kind === 'feeWaived' ? 'adjustment' : 'payment'
  const [entry] = await site.database.query<{ id: string }>(bookedEntry, [
    id,
    direction,
    kind === 'paymentUndone',
  ])
  return entry?.id ?? ''
}
const bookedEntry = `with entry as (
    insert into finances (id, registration_id, direction, kind, amount, description, description_key, booked_on)
    select gen_random_uuid(), $1, $2, 'application', 200, 'Fee', 'fee', date '2026-07-19' returning id),
  reversal as (
    insert into finances (id, registration_id, direction, kind, amount, description, description_key, booked_on, reversal_of_id)
    select gen_random_uuid(), $1, $2, 'application', 200, 'Fee', 'fee', date '2026-07-19', id from entry where $3)
  select id from entry`

/** Stores a notice that the enrolment ends on another day. */
async function noticeFor({ id }: SeededApplication): Promise<string> {
  const [notice] = await site.database.query<{ id: string }>(
    `with session as (
       update admission_sessions set enrol_until = date '2027-09-18' from registrations r where r.id = $1 and r.admission_session_id = admission_sessions.id
       returning admission_sessions.id)
     insert into date_notice (id, resource, record_id, admission_session_id, dates, reason, created_at, notify_at, applicants, notified)
     select gen_random_uuid(), 'admission-sessions', id, id, $2::jsonb, 'Two days more', now(), now(), 1, 0 from session returning id`,
    [id, JSON.stringify([{ field: 'enrolUntil', before: '2027-09-16', after: '2027-09-18' }])],
  )
  return notice?.id ?? ''
}

/** Stores a message of the office, which an email brings. */
async function messageFor({ id }: SeededApplication): Promise<string> {
  const [message] = await site.database.query<{ id: string }>(
    `insert into application_messages (id, registration_id, author, body, sent_at)
     values (gen_random_uuid(), $1, 'office', 'Please bring the original.', now()) returning id`,
    [id],
  )
  return message?.id ?? ''
}

/** Stores an address that a link verifies. */
const verificationFor = ({ id: registrationId }: SeededApplication) =>
  addVerification(site.database, {
    ...{ registrationId, address: 'new.address@example.org', at: site.context.clock.now() },
    formerAddress: 'ioana@example.org',
  })

async function sent(mail: Omit<QueuedMail, 'language'>) {
  const before = site.emails.length
  await queueMail(site.database, site.context.clock.now(), { language: 'en', ...mail })
  await site.deliverEmails()
  return site.emails.slice(before)
}
const rows = () =>
  site.database.query<{ state: string; params: object }>(
    'select state, params from outbox_mail order by id',
  )
const events = (id: string) =>
  site.database.query<{ type: string; payload: object; visible_from: string | null }>(
    `select type, payload, visible_from from registration_event where registration_id = $1 and type like 'mail%' order by id`,
    [id],
  )

describe('an email to an applicant', () => {
  test.each(
    languages.flatMap((language) => applicantMailKinds.map((kind) => ({ language, kind }))),
  )(
    '$kind in $language is complete, in text and HTML, and never contains the CNP',
    async ({ language, kind }) => {
      if (isResultMail(kind)) await publishResultOf(ioana, kind)
      await prepareEmail(ioana, kind, language)
      const encryptedCode = encryptAccessCode('7KQF3MZD4X', ioana.id, site.context.keys)
      const isAboutAddress = kind === 'verifyAddress' || kind === 'addressChanging'
      const params: Record<string, string> =
        kind === 'accessCode'
          ? { reference: ioana.reference }
          : {
              encryptedCode,
              matriculationNumber: 'AST-2026-0007',
              entry: await entryFor(ioana, kind),
              ...(kind === 'applicationMessage' && { message: await messageFor(ioana) }),
              ...(isAboutAddress && { verification: await verificationFor(ioana) }),
              ...(kind === 'dateChanged' && {
                noticeId: await noticeFor(ioana),
                fields: 'enrolUntil',
              }),
              ...{ specializationId: programme.specializationId, kind: 'budget' },
              ...{ lastDay: '2026-07-28', amounts: ' 200' },
            }
      const [mail] = await sent({
        kind,
        params,
        ...(kind !== 'accessCode' && { recordId: ioana.id }),
        ...(isAboutAddress && { address: 'new.address@example.org' }),
        ...(kind === 'enrolled' && { userId: studentId }),
      })
      for (const text of [mail?.subject, mail?.text, mail?.html]) {
        expect(text).toBeTruthy()
        expect(text).not.toMatch(/\{\{|\}\}|undefined|null|mail:\w|resources:/)
        expect(text).not.toContain(ioana.cnp)
      }
      expect(mail?.text).toContain(
        kind === 'enrolled'
          ? 'AST-2026-0007'
          : ioana.reference.slice(0, /^(update|applicationM)/.test(kind) ? 0 : 10),
      )
      expect(`${mail?.subject} ${mail?.text}`).toContain(
        kind === 'enrolled' ? 'Astronomy' : ioana.reference,
      )
      // A stranger may read the new address.
      expect(mail?.text.includes('Ioana Popescu')).toBe(kind !== 'verifyAddress')
      expect(mail?.text).toContain('admitere@univ.ro')
      expect(mail?.text).toContain('+40 264 123 456')
      expect(mail?.html).toContain(`<html lang="${language}">`)
      expect(mail?.text.includes('#t=')).toBe(kind === 'enrolled')
      if (language === 'fr') expect(mail?.text).not.toMatch(/[^\u00a0:/] ?[:;!?](\s|$)/u)
    },
  )

  test.each([
    ['placeMovedDown', 'placeOffered'],
    ['placeRetracted', 'waiting'],
  ] as const)(
    '%s names the place that was offered before, and why it changed, unlike %s',
    async (kind, other) => {
      const sentText = async (one: ResultMail) => {
        await publishResultOf(ioana, one)
        await prepareEmail(ioana, one)
        const [mail] = await sent({ kind: one, recordId: ioana.id })
        return mail?.text
      }
      const text = await sentText(kind)
      expect(text).toContain('Offered before: Astronomy, fee-paying')
      expect(text).toMatch(/On \d+ \w+ 2026 we offered you Astronomy, fee-paying\./)
      expect(text).toContain('The reason: The number of places was reduced from 12 to 10.')
      expect(text).toContain('The last person admitted has 9.20; you have 9.00.')
      const otherText = await sentText(other)
      expect(otherText).not.toContain('Offered before')
      expect(otherText).not.toContain('The reason:')
    },
  )

  test('a result is not announced once the applicant was notified of a newer one', async () => {
    const draftId = await publishResultOf(ioana, 'waiting')
    await prepareEmail(ioana, 'waiting')
    expect(await sent({ kind: 'waiting', recordId: ioana.id, params: { draftId } })).toHaveLength(1)
    site.wait(1000)
    await publishResultOf(ioana, 'stillWaiting')
    expect(await sent({ kind: 'waiting', recordId: ioana.id, params: { draftId } })).toEqual([])
  })

  test('lists the fields to change with their issues, the message from staff, and the deadline', async () => {
    await prepareEmail(ioana, 'updateRequested')
    const [mail] = await sent({ kind: 'updateRequested', recordId: ioana.id })
    expect(mail?.text).toContain(
      '- High school diploma – Both pages, please\n- Personal numeric code (CNP)',
    )
    expect(mail?.text).toContain('> Blurred copy\n> The copy <b>cannot</b> be read.')
    expect(mail?.text).toContain('25 July 2026 at 23:59')
    expect(mail?.text).toContain('http://localhost:3000/registration/status')
    expect(mail?.html).toContain('The copy &lt;b&gt;cannot&lt;/b&gt; be read.')
  })

  test.each(languages)(
    'uses the document names for the degree of the application in receipts and change requests, in %s',
    async (language) => {
      const master = await seedApplication(
        site.context,
        await seedProgramme(site, { name: `Galaxies ${language}`, cycle: 'master' }),
      )
      const label = (document: string) =>
        site.context.texts.text(language, `apply:documents.${document}.label`)
      await prepareEmail(master, 'updateRequested', language)
      const [requestEmail] = await sent({ kind: 'updateRequested', recordId: master.id })
      expect(requestEmail?.text).toContain(`- ${label('bachelorDiploma')} – Both pages, please`)
      const params = {
        encryptedCode: encryptAccessCode('7KQF3MZD4X', master.id, site.context.keys),
      }
      const [received] = await sent({ kind: 'registrationReceived', recordId: master.id, params })
      expect(received?.text).toContain(
        `- ${label('fileIdCard')}\n- ${label('bachelorDiploma')}\n- ${label('fileCV')}`,
      )
      for (const mail of [requestEmail, received])
        expect(mail?.text).not.toContain(label('fileDiploma'))
    },
  )

  test("contains the receipt's access code; afterwards no row stores the code, and the staff timeline shows the email as sent", async () => {
    await prepareEmail(ioana, 'registrationReceived')
    await site.database.query('delete from registration_event where registration_id = $1', [
      ioana.id,
    ])
    const encryptedCode = encryptAccessCode('7KQF3MZD4X', ioana.id, site.context.keys)
    const [mail] = await sent({
      kind: 'registrationReceived',
      recordId: ioana.id,
      params: { encryptedCode, note: 'kept' },
    })
    expect(mail?.text).toContain(`Access code: ${formatAccessCode('7KQF3MZD4X')}`)
    expect(mail?.text).toContain('- Identity card\n- High school diploma\n- CV')
    expect(await rows()).toEqual([{ state: 'sent', params: { note: 'kept' } }])
    expect(await events(ioana.id)).toEqual([
      { type: 'mailSent', payload: { mail: 'registrationReceived' }, visible_from: null },
    ])
  })

  test('is reported to staff when the mail server rejects it permanently', async () => {
    await prepareEmail(ioana, 'updateReceived')
    await site.database.query('delete from registration_event where registration_id = $1', [
      ioana.id,
    ])
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'updateReceived',
      recordId: ioana.id,
      language: 'en',
    })
    const rejectRecipient = () =>
      Promise.reject(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    await sendDueMails(
      { ...site.context, mail: { send: rejectRecipient } },
      testedApp.packs.mails(site.context),
    )
    expect(await rows()).toMatchObject([{ state: 'dead' }])
    expect(await events(ioana.id)).toMatchObject([
      { type: 'mailFailed', payload: { mail: 'updateReceived' } },
    ])
  })

  test.each([
    ['a request that was answered', 'updateReminder', 'in_progress'],
    ['a decision that was revoked', 'accepted', 'under_review'],
    ['a refusal that was reopened', 'declined', 'under_review'],
    ['a withdrawal that was undone', 'withdrawn', 'submitted'],
  ] as const)('is no longer sent about %s', async (_, kind, status) => {
    await site.database.query(
      'update registrations set status = $2, reason_code = null where id = $1',
      [ioana.id, status],
    )
    expect(await sent({ kind, recordId: ioana.id })).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'dropped' }])
  })

  test('is not sent after the application was erased', async () => {
    const erased = await seedApplication(site.context, programme)
    await site.database.query('update registrations set erased_at = now() where id = $1', [
      erased.id,
    ])
    expect(await sent({ kind: 'updateReceived', recordId: erased.id })).toEqual([])
  })

  test("has a link that opens an enrolled student's account once; a student who has a password gets sign-in instructions", async () => {
    await prepareEmail(ioana, 'enrolled')
    site.wait(1000)
    const params = { matriculationNumber: 'AST-2026-0008' }
    const [mail] = await sent({ kind: 'enrolled', userId: studentId, recordId: ioana.id, params })
    const token = /#t=([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1]
    const accept = (password: string) =>
      site.browser().call('POST', '/api/authentication/accept-invitation', { token, password })
    expect((await accept('plumb wicket ozone trellis')).text).toContain('"success":true')
    expect((await accept('plumb wicket ozone gravel')).failure.code).toBe('token.invalid')
    const [secondEmail] = await sent({
      kind: 'enrolled',
      userId: studentId,
      recordId: ioana.id,
      params,
    })
    expect(secondEmail?.text).not.toContain('#t=')
    expect(secondEmail?.text).toContain('http://localhost:3000/authentification')
  })

  test('is stored as a file when there is no mail server, and admins can read it with its address and subject', async () => {
    await prepareEmail(ioana, 'accepted')
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'accepted',
      recordId: ioana.id,
      language: 'ro',
    })
    const { dataDir } = site.context.config
    const admin = site.browser()
    await site.createAccount('admin', { username: 'root' })
    await admin.signIn('root')
    const waiting = (
      await admin.call<{ list: { subject: string; to: string }[] }>('GET', '/api/mails')
    ).data
    expect(waiting.list[0]).toMatchObject({
      subject: `Ați fost admis: ${ioana.reference}`,
      to: expect.stringMatching(/@example\.com$/),
    })
    await sendDueMails(
      { ...site.context, mail: createEmlMail(dataDir, 'Matricola <noreply@univ.ro>') },
      testedApp.packs.mails(site.context),
    )
    const [row] = await site.database.query<{ id: string }>('select id from outbox_mail')
    expect(await readEml(dataDir, row?.id ?? '')).toContain(
      'Congratulations! You have been accepted for Astronomy',
    )
    expect(join(dataDir, 'mail')).toContain('matricola-session')
  })

  test('shows its access code only to an admin who has just reauthenticated', async () => {
    await prepareEmail(ioana, 'registrationReceived')
    const admin = site.browser()
    await site.createAccount('admin', { username: 'root.code' })
    await admin.signIn('root.code')
    const params = { encryptedCode: encryptAccessCode('7KQF3MZD4X', ioana.id, site.context.keys) }
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'registrationReceived',
      recordId: ioana.id,
      language: 'en',
      params,
    })
    const { dataDir } = site.context.config
    await sendDueMails(
      { ...site.context, mail: createEmlMail(dataDir, 'Matricola <noreply@univ.ro>') },
      testedApp.packs.mails(site.context),
    )
    const [row] = await site.database.query<{ id: string }>('select id from outbox_mail')
    const open = async () => (await admin.call<WireOpenMail>('GET', `/api/mails/${row?.id}`)).data
    expect(await open()).toMatchObject({
      isMasked: false,
      text: expect.stringContaining('Access code: 7KQF3-MZD4X'),
    })
    site.wait(5 * 60_000 + 1000)
    const masked = await open()
    expect(masked).toMatchObject({
      isMasked: true,
      text: expect.stringContaining('Access code: …'),
    })
    expect(masked.text).not.toContain('7KQF3')
  })
})

describe('a request for a new access code', () => {
  const requestCode = (reference: string, ip = '192.0.2.7') =>
    site.browser({ ip }).call('POST', '/api/registrations/access-code', { reference })

  test("sends a code that opens the application to the stored address, and keeps the receipt's code valid", async () => {
    const ownApplication = await seedApplication(site.context, programme)
    await requestCode(ownApplication.reference)
    expect(JSON.stringify(await rows())).toBe(
      JSON.stringify([{ state: 'waiting', params: { reference: ownApplication.reference } }]),
    )
    const mail = (await site.deliverEmails()).at(-1)
    const code = /Access code: ([0-9A-Z]{5}-[0-9A-Z]{5})/.exec(mail?.text ?? '')?.[1] ?? ''
    await openWithAccessCode(site, { ...ownApplication, code })
    await openWithAccessCode(site, ownApplication)
    expect(JSON.stringify(await site.database.query('select * from outbox_mail'))).not.toContain(
      code.replace('-', ''),
    )
    const notifications = await site.database.query<{ type: string }>(
      `select type from registration_event where registration_id = $1 and type <> 'submitted' order by id`,
      [ownApplication.id],
    )
    expect(notifications.map(({ type }) => type)).toEqual(['accessCodeRenewed', 'mailSent'])
  })

  test('gets the same response whether or not the application exists, even above the limits', async () => {
    const ownApplication = await seedApplication(site.context, programme)
    const before = site.emails.length
    const answers = []
    for (let i = 0; i < 7; i += 1) answers.push(await requestCode(ownApplication.reference))
    answers.push(await requestCode('ID99999999'))
    for (const { status, text } of answers) expect([status, text]).toEqual([200, answers[0]?.text])
    await site.deliverEmails()
    expect(site.emails.length - before).toBe(5)
  })

  test('sends at most five emails a day to one address, for all its applications together', async () => {
    const personalEmail = 'one.mailbox@example.com'
    const programmes = [programme, await seedProgramme(site, { name: 'Physics' })]
    const two = await Promise.all(
      programmes.map((one) => seedApplication(site.context, one, { personalEmail })),
    )
    const before = site.emails.length
    for (const { reference } of two) for (let i = 0; i < 4; i += 1) await requestCode(reference)
    await site.deliverEmails()
    expect(site.emails.length - before).toBe(5)
    site.wait(25 * 3_600_000)
    await requestCode(two[0]?.reference ?? '')
    await site.deliverEmails()
    expect(site.emails.length - before).toBe(6)
  })
})
