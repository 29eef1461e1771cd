/** Distinguishes applications sent by programs from those filled in by people. */

import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import { proofOfWorkBits } from '#resources/admission/proof-of-work.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { countSubmission } from '#server/admission/submission/form-token.ts'
import { universityRateLimits } from '#server/limits.ts'
import { solveProofOfWork } from '#src/public/apply/proof-of-work.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

let site: SessionApp
let programme: ProgrammeIds
let anyone: TestBrowser
let number = 900
beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  programme = await seedProgramme(site)
  await site.createAccount('secretary', { username: 'sec' })
  await updateSettings(site, { registrationOpen: true })
  anyone = site.browser()
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

const openForm = async () =>
  (await anyone.call<WireIntake>('GET', calls.publicConfig.path)).data.formToken
/** Submits an application and returns whether it was flagged as possibly automated. */
async function isFlagged(proof: object): Promise<boolean> {
  number += 1
  const { status, data } = await submitJson(anyone, {
    ...applicationForm(number, programme),
    ...(await uploadRequiredDocuments(anyone)),
    ...proof,
  })
  expect(status).toBe(201)
  const [row] = await site.database.query<{ marked: boolean }>(
    'select is_automated as marked from registrations where reference_code = $1',
    [data.reference],
  )
  return row?.marked === true
}

test('a form that is sent immediately is marked, unlike one filled in at human speed', async () => {
  const formToken = await openForm()
  expect(await isFlagged({ formToken })).toBe(true)
  site.wait(3000)
  expect(await isFlagged({ formToken })).toBe(false)
})

test('a submission without a token, or with one that the server did not sign, is stored and marked', async () => {
  const formToken = await openForm()
  site.wait(60_000)
  expect(await isFlagged({})).toBe(true)
  expect(await isFlagged({ formToken: 'anything' })).toBe(true)
  expect(await isFlagged({ formToken: `0${formToken}` })).toBe(true)
  site.wait(31 * 24 * 3_600_000)
  expect(await isFlagged({ formToken })).toBe(true)
})

test('a token is valid for five applications, and further ones are marked', async () => {
  const formToken = await openForm()
  site.wait(60_000)
  const flags = []
  for (let i = 0; i < 6; i += 1) flags.push(await isFlagged({ formToken }))
  expect(flags).toEqual([false, false, false, false, false, true])
})

test('during a surge, forms ask for proof of work: applications with it are not marked, and those without it are not refused', async () => {
  for (let i = 0; i <= universityRateLimits.submissionRush.max; i += 1)
    await countSubmission(site.database, site.context.clock.now())
  const formToken = await openForm()
  site.wait(60_000)
  expect(proofOfWorkBits(formToken)).toBeGreaterThan(0)
  expect(await isFlagged({ formToken })).toBe(true)
  expect(
    await isFlagged({
      formToken,
      formWork: await solveProofOfWork(formToken, proofOfWorkBits(formToken)),
    }),
  ).toBe(false)
  site.wait(10 * 60_000)
  expect(proofOfWorkBits(await openForm())).toBe(0)
})

test('the review shows the mark, and applications entered by staff are never marked', async () => {
  const secretary = site.browser()
  await secretary.signIn('sec')
  await isFlagged({})
  const [row] = await site.database.query<{ id: string }>(
    'select id from registrations where is_automated order by id desc limit 1',
  )
  const { data } = await secretary.call<WireRegistration>('GET', `/api/registrations/${row?.id}`)
  expect(data.checks).toContainEqual({ field: 'personalEmail', code: 'automated', tone: 'warning' })
  number += 1
  const staffSubmission = await secretary.call<WireRegistration>('POST', calls.submit.path, {
    ...applicationForm(number, programme),
    ...(await uploadRequiredDocuments(secretary)),
  })
  expect(staffSubmission.data).toMatchObject({ isAutomated: false })
})
