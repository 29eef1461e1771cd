import { expect, test } from 'vitest'
import { demoSeed, makeDemoUniversity } from '#demo/make-demo-university.ts'
import { validateAnswers } from '#resources/admission/form-answers.ts'
import { publicationIssues } from '#resources/admission/form-checks.ts'
import { formContentSchema } from '#resources/admission/form-content.ts'
import { formFactsOf } from '#resources/admission/form-facts.ts'
import { hasUnusualCounty } from '#resources/admission/identity-check.ts'
import { isReferenceCode } from '#resources/admission/reference-code.ts'
import { unfilledIn } from '#resources/admission/template-fields.ts'

const now = new Date('2026-11-21T06:00:00Z')
const { history, ...university } = makeDemoUniversity(demoSeed, now)

function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

test('600 applications from this year cover all six statuses, 300 from last year are decided, and each has a valid code', () => {
  const [last, current] = university['admission-sessions']
  const getRegistrations = (session: typeof last) =>
    university.registrations.filter(({ admissionSessionId }) => admissionSessionId === session?.id)
  expect([getRegistrations(current).length, getRegistrations(last).length]).toEqual([600, 300])
  const byStatus = groupedBy(getRegistrations(current), ({ status }) => status)
  expect(byStatus.size).toBe(6)
  expect(Math.min(...[...byStatus.values()].map((rows) => rows.length))).toBeGreaterThan(20)
  expect([...groupedBy(getRegistrations(last), ({ status }) => status).keys()].sort()).toEqual([
    'accepted',
    'declined',
  ])
  for (const session of [last, current])
    for (const { submittedAt, referenceCode } of getRegistrations(session)) {
      expect(submittedAt && session?.opensAt && submittedAt >= session.opensAt).toBe(true)
      expect(
        submittedAt &&
          session?.closesAt &&
          submittedAt <= session.closesAt &&
          submittedAt < now.toISOString(),
      ).toBe(true)
      expect(isReferenceCode(referenceCode ?? '')).toBe(true)
    }
})

test('every admission session says whether it has rounds, and has days of enrolment after them', () => {
  for (const session of university['admission-sessions']) {
    const rounds = university['admission-rounds'].filter(
      ({ admissionSessionId }) => admissionSessionId === session.id,
    )
    expect([session.name, session.hasRounds ?? false]).toEqual([session.name, rounds.length > 0])
    expect(rounds.length > 0 && session.appealUntil).toBeFalsy()
    const last =
      rounds
        .map(({ confirmBy }) => confirmBy ?? '')
        .sort()
        .at(-1) ?? ''
    expect((session.enrolFrom ?? '') > last).toBe(true)
    expect((session.enrolUntil ?? '') > (session.enrolFrom ?? '')).toBe(true)
  }
})

test('600 applicants in a merit-based admission have several choices, ties, rights to reserved places and missing grades', () => {
  const session = university['admission-sessions'][2]
  const applied = university.registrations.filter(
    ({ admissionSessionId }) => admissionSessionId === session?.id,
  )
  expect(applied).toHaveLength(600)
  const [first, second] = university['admission-rounds']
  expect(
    [first, second].map((round) => [round?.number, (round?.resultsOn ?? '') <= '2026-11-21']),
  ).toEqual([
    [1, true],
    [2, true],
  ])
  expect((first?.confirmBy ?? '') < '2026-11-21' && (second?.confirmBy ?? '') > '2026-11-21').toBe(
    true,
  )
  expect(new Set(university['application-choices'].map(({ position }) => position))).toEqual(
    new Set([2, 3]),
  )
  const [{ rows, quotas } = { rows: [], quotas: [] }] = history.results
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  expect(count('incomplete')).toBeGreaterThan(15)
  expect(count('won')).toBeGreaterThan(220)
  expect(count('waiting')).toBeGreaterThan(150)
  expect(rows).toHaveLength(600)
  expect(university['admission-drafts'][0]).toMatchObject({
    state: 'notified',
    findings: 0,
    placed: count('won'),
  })
  expect(rows.some(({ kind }) => university['place-kinds'].some(({ id }) => id === kind))).toBe(
    true,
  )
  // Applicants with equal averages were admitted together although the places were full.
  expect(quotas.some(({ quota, taken }) => taken > quota.places)).toBe(true)
  const countApplied = (matches: (row: (typeof applied)[number]) => unknown) =>
    applied.filter(matches).length
  expect(
    countApplied(({ status, confirmedAt }) => status === 'accepted' && confirmedAt),
  ).toBeGreaterThan(120)
  expect(countApplied(({ status, confirmedAt }) => status === 'accepted' && !confirmedAt)).toBe(0)
  expect(countApplied(({ reasonCode }) => reasonCode === 'place_not_confirmed')).toBeGreaterThan(20)
})

test('applicants for a master answered the form of their session, which could be published', () => {
  const [form] = university['application-forms']
  const [version] = university['application-form-versions']
  const content = version?.content ?? { pages: [] }
  expect(formContentSchema.parse(content)).toEqual(content)
  expect(publicationIssues({ content, published: null, language: 'ro', ruleReads: [] })).toEqual([])
  const answered = university.registrations.filter(
    ({ formVersionId }) => formVersionId === version?.id,
  )
  expect(answered).toHaveLength(54)
  for (const one of answered) {
    expect(one.admissionSessionId).toBe(form?.admissionSessionId)
    const facts = formFactsOf({
      identityType: String(one.identityType),
      citizenship: String(one.citizenship),
      birthDate: String(one.birthDate),
      programmes: [],
      fundingPreferences: [],
      placeKindId: null,
      lastDay: now.toISOString().slice(0, 10),
    })
    expect(validateAnswers(content, facts, one.answers ?? {})).toEqual({
      answers: one.answers,
      issues: {},
    })
  }
})

test('conversations show answered and unanswered messages, and one with a template', () => {
  const messages = university['application-messages']
  const senders = new Map(university.registrations.map((one) => [one.id, one]))
  for (const { registrationId, sentAt } of messages) {
    const { submittedAt } = senders.get(registrationId ?? '') ?? {}
    expect(submittedAt && sentAt && submittedAt < sentAt).toBe(true)
  }
  const waiting = messages.filter(({ author, answeredAt }) => author === 'applicant' && !answeredAt)
  expect(waiting.map(({ registrationId }) => senders.get(registrationId ?? '')?.status)).toEqual([
    ...['under_review', 'under_review', 'update_requested'],
  ])
  expect(messages.filter(({ templateId }) => templateId)).toHaveLength(1)
  expect(messages.every(({ body }) => unfilledIn(body ?? '').length === 0)).toBe(true)
})

test('54 applicants in a parallel admission have fees paid, waived and owed, and places confirmed and pending', () => {
  const session = university['admission-sessions'][3]
  expect(session).toMatchObject({ degree: 'master', isConcurrent: true })
  expect((session?.closesAt ?? '') < now.toISOString()).toBe(true)
  const applied = university.registrations.filter(
    ({ admissionSessionId }) => admissionSessionId === session?.id,
  )
  expect(applied).toHaveLength(54)
  const { rows, draftId } = history.results[1] ?? { rows: [] }
  expect(university['admission-drafts'].find(({ id }) => id === draftId)).toMatchObject({
    state: 'notified',
    findings: 0,
  })
  const today = now.toISOString().slice(0, 10)
  const toConfirm = applied.filter(
    ({ status, confirmedAt, confirmBy }) =>
      status === 'accepted' && !confirmedAt && (confirmBy ?? '') > today,
  )
  expect(toConfirm.length).toBeGreaterThan(8)
  const ids = new Set(applied.map(({ id }) => id))
  const entries = university.finances.filter(({ registrationId }) => ids.has(registrationId ?? ''))
  const balance = (id: string, kind: string) =>
    entries
      .filter((entry) => entry.registrationId === id && entry.kind === kind)
      .reduce(
        (sum, { direction, amount = 0 }) => sum + (direction === 'charge' ? amount : -amount),
        0,
      )
  const unpaid = applied.filter(({ id }) => balance(id, 'application') > 0)
  expect(unpaid).toHaveLength(6)
  // An unpaid fee excludes an application from the ranking, and every confirmed place is paid for.
  for (const { id } of unpaid)
    expect(rows.find((row) => row.id === id)).toMatchObject({
      outcome: 'incomplete',
      missing: expect.arrayContaining(['feeUnpaid']),
    })
  for (const { id } of applied) expect(balance(id, 'matriculation')).toBe(0)
  const combinations = new Set(
    entries.map(({ direction, kind, method }) => `${direction} ${kind} ${method ?? ''}`.trim()),
  )
  expect([...combinations].toSorted()).toEqual([
    'adjustment application',
    'charge application',
    'charge matriculation',
    'payment application card',
    'payment application cash',
    'payment application transfer',
    'payment matriculation cash',
    'payment matriculation transfer',
  ])
})

test('every booked bank line is in the ledger under its receipt number, and some lines wait for a manual decision', () => {
  const lines = university['bank-payments']
  const receipts = new Map(
    university.finances.flatMap((entry) =>
      entry.receiptNumber ? [[entry.receiptNumber, entry]] : [],
    ),
  )
  for (const { state, receiptNumber, registrationId, amount } of lines.filter(
    (line) => line.state === 'booked',
  ))
    expect([state, receipts.get(receiptNumber ?? '')]).toMatchObject([
      'booked',
      { registrationId, amount, direction: 'payment' },
    ])
  expect(groupedBy(lines, ({ state }) => state).get('booked')?.length).toBeGreaterThan(30)
  const open = lines.filter(({ state }) => state === 'open').map(({ finding }) => finding)
  expect(new Set(open)).toEqual(new Set(['differs', 'several', 'nothingDue', 'noReference']))
})

test('applicants choose a specialization of their department, some are foreign, and a shared CNP means the same person', () => {
  const { registrations, students, specializations } = university
  const names = new Map<string, string>()
  const nameOf = ({ lastName, firstName }: { lastName?: string; firstName?: string }) =>
    `${lastName} ${firstName}`
  for (const individual of [...students, ...registrations]) {
    if (!individual.cnp) continue
    expect(names.get(individual.cnp) ?? nameOf(individual)).toBe(nameOf(individual))
    names.set(individual.cnp, nameOf(individual))
  }
  for (const { departmentProfileId, specializationId } of registrations)
    expect(specializations.find(({ id }) => id === specializationId)?.departmentProfileId).toBe(
      departmentProfileId,
    )
  expect(new Set(registrations.map(({ identityType }) => identityType))).toEqual(
    new Set(['cnp', 'passport', 'eu_id']),
  )
})

test('an enrolled application and its student refer to each other and match, and no other applicant is a student', () => {
  const enrolled = university.registrations.filter(({ enrolledAt }) => enrolledAt)
  expect(enrolled.length).toBeGreaterThan(80)
  for (const { id, studentId, cnp, specializationId, status } of enrolled) {
    expect(university.students.find((student) => student.id === studentId)).toMatchObject({
      registrationId: id,
      cnp,
      specializationId,
    })
    expect(status).toBe('accepted')
  }
  expect(university.students.filter(({ registrationId }) => registrationId)).toHaveLength(
    enrolled.length,
  )
  const studying = new Set(university.students.map(({ cnp }) => cnp))
  for (const { cnp } of university.registrations.filter(({ enrolledAt }) => !enrolledAt))
    expect(studying.has(cnp ?? '')).toBe(false)
})

test('there are overdue and received answers, decisions from today, holds, withdrawals, duplicates and odd county codes', () => {
  const count = (matches: (row: (typeof university.registrations)[number]) => unknown) =>
    university.registrations.filter(matches).length
  const today = now.toISOString().slice(0, 10)
  expect(
    count(({ status, overdueAt }) => status === 'update_requested' && overdueAt),
  ).toBeGreaterThan(3)
  expect(
    count(({ status, overdueAt }) => status === 'update_requested' && !overdueAt),
  ).toBeGreaterThan(10)
  expect(
    count(
      ({ status, requestedChanges }) =>
        status === 'in_progress' && requestedChanges?.every(({ answeredAt }) => answeredAt),
    ),
  ).toBeGreaterThan(10)
  expect(count(({ decidedOn }) => decidedOn === today)).toBeGreaterThan(8)
  expect(count(({ notifyAt }) => notifyAt && notifyAt > '9999')).toBe(4)
  expect(count(({ reasonCode }) => reasonCode === 'withdrawn')).toBeGreaterThan(10)
  expect(count(({ isDuplicate }) => isDuplicate)).toBe(3)
  expect(
    count(({ cnp, birthDate }) => cnp && hasUnusualCounty(cnp, birthDate ?? '')),
  ).toBeGreaterThan(3)
  expect(
    new Set(university.registrations.map(({ reasonCode }) => reasonCode)).size,
  ).toBeGreaterThan(7)
})

test('an application has as many history entries as versions, each based on the previous one, and an ordered timeline', () => {
  const changes = groupedBy(history.changes, ({ record_id }) => record_id)
  const events = groupedBy(history.events, ({ registration_id }) => registration_id)
  for (const row of university.registrations) {
    const rowChanges = changes.get(row.id) ?? []
    expect(rowChanges.map(({ version }) => version)).toEqual(rowChanges.map((_, i) => i + 1))
    expect(rowChanges.at(-1)).toMatchObject({ version: row.version, at: row.updatedAt })
    const replayed: Record<string, unknown> = {}
    for (const { before, after } of rowChanges) {
      for (const [field, value] of Object.entries(before ?? {}))
        expect(replayed[field] ?? null).toEqual(value)
      Object.assign(replayed, after)
    }
    expect([replayed.status, replayed.phone, replayed.reasonCode]).toEqual([
      row.status,
      row.phone,
      row.reasonCode,
    ])
    const times = (events.get(row.id) ?? []).map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    expect(times[0]).toBe(row.submittedAt)
    expect((times.at(-1) ?? '') < now.toISOString()).toBe(true)
  }
})

test('the history of applications shows no document number in plain text', () => {
  const text = JSON.stringify(history)
  const numbers = new Set(
    university.registrations.flatMap(({ cnp, serialNumber, foreignIdNumber }) => [
      cnp,
      serialNumber,
      foreignIdNumber,
    ]),
  )
  const displayed: string[] = []
  // Scans the text once per length, not once for each of the thousands of numbers.
  for (const length of new Set([...numbers].map((number) => number?.length ?? 0)))
    for (let at = 0; length > 0 && at <= text.length - length; at++) {
      const part = text.slice(at, at + length)
      if (numbers.has(part)) displayed.push(part)
    }
  expect(numbers.size).toBeGreaterThan(1000)
  expect(displayed).toEqual([])
})
