/** Admission sessions for different degrees that are open at the same time. */

import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionForDegree, openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireFoundDraft, WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import * as calls from '#resources/calls/admission.ts'
import { readAdmissionOverview } from '#server/admission/public-site/read-overview.ts'
import { engines } from '#tests/support/databases.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  seedRecord,
  submitJson,
  updateAsProgram,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

const day = 86_400_000

describe.each(engines)('simultaneous admissions on $engine', ({ open }) => {
  let site: SessionApp
  let anyone: TestBrowser
  let admin: TestBrowser
  let logic: ProgrammeIds
  let law: ProgrammeIds
  let main = ''
  let masters = ''
  let sequence = 500
  const inDays = (days: number) =>
    new Date(site.context.clock.now().getTime() + days * day).toISOString()

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    anyone = site.browser()
    admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    logic = await seedProgramme(site, { name: 'logic' })
    law = await seedProgramme(site, { name: 'law', cycle: 'master' })
    main = (
      await seedRecord(site, 'admission-sessions', {
        name: 'Bachelor 2026',
        academicYear: '2026-2027',
        closesAt: inDays(20),
      })
    ).id
    masters = (
      await seedRecord(site, 'admission-sessions', {
        ...{ name: 'Master 2026', academicYear: '2026-2027', degree: 'master', isConcurrent: true },
        ...{ opensAt: inDays(-1), closesAt: inDays(5) },
      })
    ).id
    await updateSettings(site, {
      registrationOpen: true,
      publicStatus: 'minimal',
      admissionSessionId: main,
    })
    const rules = {
      formula: 'degreeAverage',
      placesBudget: 2,
      specializationId: law.specializationId,
    }
    await seedRecord(site, 'admission-programmes', { ...rules, admissionSessionId: masters })
    // The same programme was part of the other session before. Its rules there no longer apply.
    await seedRecord(site, 'admission-programmes', {
      ...rules,
      admissionSessionId: main,
      formula: 'baccalaureateAverage',
      placesBudget: 9,
    })
  })
  afterAll(() => site.close())

  const apply = async (programme: ProgrammeIds, values: object = {}) =>
    submitJson(anyone, {
      ...applicationForm(++sequence, programme, values),
      ...(await uploadRequiredDocuments(anyone)),
    })
  const sessionOf = async (reference: string) =>
    (
      await site.database.query(
        'select admission_session_id as id from registrations where reference_code = $1',
        [reference],
      )
    )[0]?.id
  const config = async () =>
    (await anyone.call<WireIntake>('GET', admissionEndpoints.publicConfig.path)).data
  const setMasters = (values: object) =>
    updateAsProgram(site, 'admission-sessions', { id: masters, ...values })
  const resetDates = () => setMasters({ closesAt: inDays(5) })

  test('each accept the applications for their own programmes, with their own rules', async () => {
    const bachelor = await apply(logic)
    const master = await apply(law, { degreeAverage: 9.1 })
    expect([
      await sessionOf(bachelor.data.reference),
      await sessionOf(master.data.reference),
    ]).toEqual([main, masters])
    const { specializations } = await config()
    expect(specializations.find(({ id }) => id === law.specializationId)?.merit).toMatchObject({
      formula: 'degreeAverage',
      placesBudget: 2,
    })
  })

  test('are announced with their own dates and with the programmes and places of each', async () => {
    const intake = await config()
    expect(intake.session).toBe('Bachelor 2026')
    expect(intake.concurrentAdmissions).toMatchObject([
      { degree: 'master', session: 'Master 2026', isOpen: true, closedReason: null },
    ])
    expect([
      admissionForDegree(intake, 'master').session,
      admissionForDegree(intake, 'bachelor').session,
    ]).toEqual(['Master 2026', 'Bachelor 2026'])
    const { current, concurrent, programmes } = await readAdmissionOverview(site.context, null)
    expect([current?.name, concurrent.map(({ name }) => name)]).toEqual([
      'Bachelor 2026',
      ['Master 2026'],
    ])
    expect(programmes.find(({ cycle }) => cycle === 'master')?.placesBudget).toBe(2)
  })

  test('close separately: a programme of a closed session is refused with an issue of its field while another session stays open', async () => {
    await setMasters({ closesAt: inDays(-0.5) })
    const late = await apply(law)
    expect([late.status, late.failure.fields]).toEqual([
      400,
      { specializationId: [{ code: 'admission.closed' }] },
    ])
    expect((await apply(logic)).status).toBe(201)
    expect(openAdmissions(await config()).map(({ session }) => session)).toEqual(['Bachelor 2026'])
    await resetDates()
  })

  test('each stay open until they end, even if the current session is over', async () => {
    await updateAsProgram(site, 'admission-sessions', { id: main, closesAt: inDays(-0.5) })
    expect([
      (await apply(law, { degreeAverage: 8 })).status,
      (await apply(logic)).failure.fields,
    ]).toEqual([201, { specializationId: [{ code: 'admission.closed' }] }])
    const documents = await uploadRequiredDocuments(anyone)
    await setMasters({ closesAt: inDays(-0.5) })
    expect(
      (await submitJson(anyone, { ...applicationForm(++sequence, law), ...documents })).failure
        .code,
    ).toBe('registration.closed')
    await updateAsProgram(site, 'admission-sessions', { id: main, closesAt: inDays(20) })
    await resetDates()
  })

  test('keep a draft while the session for its programme accepts applications', async () => {
    const content = {
      key: 'key-of-a-masters-draft',
      step: 'contact',
      filled: [],
      values: { specializationId: law.specializationId },
    }
    const saved = await anyone.call<WireSavedDraft>('POST', calls.saveDraft.path, {
      content,
      documents: {},
    })
    expect(saved.data.expiresAt).toBe(inDays(5))
    const found = () =>
      anyone.call<WireFoundDraft>('POST', calls.openDraft.path.replace(':id', saved.data.id), {
        accessCode: saved.data.accessCode,
      })
    expect((await found()).data.state).toBe('saved')
    await setMasters({ closesAt: inDays(-0.5) })
    expect((await found()).data).toEqual({ state: 'over', session: 'Master 2026' })
    await resetDates()
  })

  test('are limited to one per degree, and require a degree', async () => {
    const another = {
      name: 'Master again',
      academicYear: '2026-2027',
      degree: 'master',
      isConcurrent: true,
    }
    const created = await admin.call('POST', '/api/admission-sessions/create', another)
    expect([created.status, created.failure.fields]).toEqual([
      400,
      { isConcurrent: [{ code: 'admission.degreeTaken', params: { name: 'Master 2026' } }] },
    ])
    const { degree: _, ...withoutDegree } = another
    expect(
      (await admin.call('POST', '/api/admission-sessions/create', withoutDegree)).failure.fields,
    ).toEqual({
      degree: [{ code: 'required' }],
    })
  })
})
