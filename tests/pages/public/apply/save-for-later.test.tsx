import { maskSubject } from '@matricola/server/session/tokens.ts'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import type { WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import { draftQuota } from '#server/limits.ts'
import {
  type ApplicationDraft,
  createApplicationDraft,
  emptyAnswers,
} from '#src/public/apply/application-draft.ts'
import { saveServerDraft } from '#src/public/apply/server-draft/server-draft.ts'
import type { DraftStore } from '#src/public/apply/use-application-draft.ts'
import {
  fillAllSteps,
  seedRecordWithId,
  setAdmission,
  site,
  startApplicationForm,
} from '../../support/application-form.ts'
import { openPublicPage } from '../../support/public-page.tsx'
import { serverSide } from '../../support/server.ts'

const noon = '2026-09-07T11:00:00.000Z'
const stop = () => setAdmission({ settings: { stopApplicationRequests: true } })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const statusLink = () =>
  screen.getByRole('link', { name: 'Check your application status' }).getAttribute('href')

/** Stores a draft on this device, completed up to the contact step. */
async function saveOnThisDevice(part: Partial<ApplicationDraft> = {}): Promise<ApplicationDraft> {
  const values = {
    ...emptyAnswers,
    lastName: 'Țîrlea',
    personalEmail: 'stefania@example.ro',
    phone: '0740 123 456',
    city: 'Cluj-Napoca',
  }
  const draft: ApplicationDraft = {
    ...createApplicationDraft(),
    step: 'contact',
    values: { ...values, address: 'Str. Observatorului 12', postalCode: '400500' },
    ...part,
  }
  await set('matricola.application', draft)
  return draft
}

/** Saves a draft on the server, as another device does. */
async function saveOnOtherDevice({
  key = 'key-of-the-application',
  values = {},
  documents = {},
} = {}) {
  const content = { key, step: 'contact', values: { lastName: 'Țîrlea', ...values }, filled: [] }
  const body = { content, documents }
  return (
    await site.api.browser().call<WireSavedDraft>('POST', admissionEndpoints.saveDraft.path, body)
  ).data
}

/** Submits it from the other device, two minutes later. */
async function submitFromOtherDevice(key = 'key-of-the-application'): Promise<WireSubmitted> {
  const { submitJson, applicationForm, uploadRequiredDocuments } = await serverSide()
  await setAdmission({ now: '2026-09-07T11:02:30.000Z' })
  const browser = site.api.browser()
  const form = applicationForm(100, {
    departmentProfileId: fixedId(1),
    specializationId: fixedId(11),
  })
  return (
    await submitJson(
      browser,
      { ...form, ...(await uploadRequiredDocuments(browser)) },
      { 'idempotency-key': key },
    )
  ).data
}

/** The part of a draft saved on the server that stays on this device. */
const createLaterDraft = (saved: WireSavedDraft) => ({
  ...saved,
  base: { values: emptyAnswers, filled: [], documents: {} },
})
const savedLastName = async () =>
  (await get<ApplicationDraft>('matricola.application'))?.values.lastName

/** Opens the link of a saved draft with its access code. */
async function resume({ id, accessCode }: Pick<WireSavedDraft, 'id' | 'accessCode'>) {
  const { user } = await openPublicPage(`/registration/create?step=resume#t=${id}`)
  await user.type(await screen.findByLabelText('Access code'), accessCode)
  await user.click(screen.getByRole('button', { name: 'Open the application' }))
  return user
}

describe('an application that was sent from another device', () => {
  test('is not saved again: the button leads to its status, and the typed answers stay until they are removed', async () => {
    const { key } = await saveOnThisDevice()
    await submitFromOtherDevice(key)
    const { user } = await openPublicPage('/registration/create?step=later')
    await user.click(await screen.findByRole('button', { name: 'Save and send the link' }))
    expect(await heading('This application has already been sent')).toBe(document.activeElement)
    expect(statusLink()).toBe('/registration/status')
    expect(screen.queryByText(/^We received your application on/)).toBeNull()
    expect(await savedLastName()).toBe('Țîrlea')
    await user.click(screen.getByRole('button', { name: 'Remove from this device' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
    expect(await get('matricola.application')).toBeUndefined()
  })

  test('cannot be continued on the first device, which shows when it was sent and its reference number', async () => {
    const { key } = createApplicationDraft()
    const saved = await saveOnOtherDevice({ key })
    const sent = await submitFromOtherDevice(key)
    const { requests } = recordRequests(admissionEndpoints.openDraft)
    await saveOnThisDevice({ key, later: createLaterDraft(saved) })
    const { user } = await openPublicPage('/registration/create?step=contact')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await heading('This application has already been sent')).toBeTruthy()
    expect(
      await screen.findByText(
        'We received your application on 7 September 2026 at 14:02 (Romanian time).',
      ),
    ).toBeTruthy()
    expect(screen.getByText(sent.reference)).toBeTruthy()
    expect(statusLink()).toBe('/registration/status')
    expect(await requests[0]?.json()).toEqual({ accessCode: saved.accessCode })
    // After a reload, the form does not open either.
    document.body.innerHTML = ''
    await openPublicPage('/registration/create')
    expect(await heading('This application has already been sent')).toBeTruthy()
  })

  test('is not sent a second time with other answers', async () => {
    const user = await startApplicationForm()
    await fillAllSteps(user)
    await submitFromOtherDevice((await get<ApplicationDraft>('matricola.application'))?.key)
    await user.click(screen.getByRole('button', { name: 'Submit application' }))
    expect(await heading('This application has already been sent')).toBeTruthy()
    expect(await savedLastName()).toBe('Țîrlea')
  })

  test('is reported on a device without a draft that opens the link with the code, and no answers are shown', async () => {
    const saved = await saveOnOtherDevice()
    const sent = await submitFromOtherDevice()
    await setAdmission({ closesAt: '2026-09-30T13:00:00.000Z', now: '2026-10-02T11:00:00.000Z' })
    await resume(saved)
    expect(await heading('This application has already been sent')).toBeTruthy()
    expect(screen.getByText(sent.reference)).toBeTruthy()
    expect(statusLink()).toBe('/registration/status')
    expect(screen.queryByRole('button', { name: 'Remove from this device' })).toBeNull()
  })
})

describe('a link that cannot continue an application', () => {
  /**
   * Saves a draft in the master's admission session, which is open at the same time as the current
   * one.
   */
  async function saveForMaster() {
    const { seedRecord } = await serverSide()
    await seedRecord(site.api, 'admission-sessions', {
      name: 'Master 2026',
      academicYear: '2026-2027',
      degree: 'master',
      isConcurrent: true,
    })
    return saveOnOtherDevice({ values: { specializationId: fixedId(12) } })
  }
  const outcomes = {
    'waiting for its admission session': [
      async () => {
        const saved = await saveForMaster()
        await site.api.database.query(
          "update admission_sessions set opens_at = '2027-07-01' where is_concurrent",
        )
        return saved
      },
      'Your application is saved',
      /Your application is saved until 7 October 2026 at 14:00/,
    ],
    expired: [
      async () => {
        const saved = await saveOnOtherDevice()
        await setAdmission({ now: '2026-10-08T11:00:00.000Z' })
        return saved
      },
      'Your saved application has expired',
      /^You did not send it by 7 October 2026 at 14:00/,
    ],
    'in an admission session that has ended': [
      async () => {
        await setAdmission({ name: 'Admitere 2026' })
        const saved = await saveOnOtherDevice()
        await startAnotherApplication()
        return saved
      },
      'The admission session has ended',
      /was for “Admitere 2026”/,
    ],
    'in an admission session that no longer exists': [
      async () => {
        const saved = await saveOnOtherDevice()
        await site.api.database.query('update application_draft set admission_session_id = $1', [
          fixedId(404),
        ])
        return saved
      },
      'The admission session has ended',
      /was for an admission session that has ended/,
    ],
  } as const
  async function startAnotherApplication() {
    await seedRecordWithId(fixedId(5), 'admission-sessions', {
      name: 'Admitere 2027',
      academicYear: '2027-2028',
    })
    await setAdmission({ settings: { admissionSessionId: fixedId(5) } })
  }
  test.each(Object.keys(outcomes) as (keyof typeof outcomes)[])(
    'has its own page with a next step if the application is %s',
    async (state) => {
      const [prepare, title, text] = outcomes[state]
      const user = await resume(await prepare())
      expect(await heading(title)).toBe(document.activeElement)
      expect(screen.getByText(text)).toBeTruthy()
      expect(statusLink()).toBe('/registration/status')
      await user.click(screen.getByRole('link', { name: 'Start a new application' }))
      expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
    },
  )

  test('leads back to the application that is saved on this device', async () => {
    const saved = await saveOnOtherDevice()
    await setAdmission({ now: '2026-10-08T11:00:00.000Z' })
    await saveOnThisDevice({ later: createLaterDraft(saved) })
    const user = await resume(saved)
    await user.click(
      await screen.findByRole('link', { name: 'Continue the application on this device' }),
    )
    expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Cluj-Napoca')
  })

  test('offers no new application while the university accepts none', async () => {
    const saved = await saveOnOtherDevice()
    await stop()
    await resume(saved)
    expect(await heading('Your application is saved')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Start a new application' })).toBeNull()
  })

  test('shows an error and alternatives if it is unknown or the code is wrong', async () => {
    await resume({ id: (await saveOnOtherDevice()).id, accessCode: '7KQF3MZD4X' })
    expect(
      await screen.findByText(/^This link and this code do not match a saved application\./),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start a new application' })).toBeTruthy()
    expect(statusLink()).toBe('/registration/status')
  })
})

/** Stores a CV on this device that has been uploaded to the server. */
async function saveCv() {
  const { uploadStagedDocument } = await serverSide()
  const { data: sent } = await uploadStagedDocument(site.api.browser())
  await set('matricola.application.fileCV', {
    ...{
      file: { blob: new Blob(['%PDF-']), name: 'cv.pdf', originalBytes: 5 },
      isReady: true,
      sent,
      writtenAt: new Date().toISOString(),
    },
  })
  return sent
}

/** Uses up the storage quota of this network's address. */
async function fillRoom() {
  const { database, keys } = site.api.context
  const address = maskSubject(keys.index, 'address:127.0.0.1')
  await database.query(
    `with d as (insert into application_draft (id, code_hash, key_hash, encrypted_content, version, saved_at, address)
         values (gen_random_uuid(), '', '', 'planted', 1, $1, $2) returning id),
       f as (insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at)
         values (gen_random_uuid(), 'planted', 'planted.pdf', 'application/pdf', $3::bigint, '', '', $1) returning id)
     insert into application_draft_file (draft_id, name, file_id, address) select d.id, 'fileCV', f.id, $2 from d, f`,
    [noon, address, draftQuota.address.bytes],
  )
}

test('if admission stops while an application is saved, the page says so and where the answers are', async () => {
  const { key } = createApplicationDraft()
  await saveOnThisDevice({ key, later: createLaterDraft(await saveOnOtherDevice({ key })) })
  const { user } = await openPublicPage('/registration/create?step=later')
  const save = await screen.findByRole('button', { name: 'Save again and send the link' })
  await stop()
  await user.click(save)
  expect(await heading('University Registration stopped')).toBeTruthy()
  expect(screen.getByText(/^Your answers are saved on this device until \d/)).toBeTruthy()
  expect(
    screen.getByText(/^They are also saved with the university\. When applications open again/),
  ).toBeTruthy()
})

test('documents for which the server has no space are listed, and the answers are reported as saved', async () => {
  await fillRoom()
  const draft = await saveOnThisDevice()
  await saveCv()
  const { user } = await openPublicPage('/registration/create?step=later')
  await user.click(await screen.findByRole('button', { name: 'Save and send the link' }))
  expect(
    await screen.findByText(/^Your answers are saved, but some documents are not/),
  ).toBeTruthy()
  await waitFor(async () =>
    expect((await get<ApplicationDraft>('matricola.application'))?.later?.accessCode).toMatch(
      /^[0-9A-Z]{10}$/,
    ),
  )
  expect((await get<ApplicationDraft>('matricola.application'))?.key).toBe(draft.key)
})

test('saving right after a reload keeps documents that are still being restored', async () => {
  const sent = await saveCv()
  const { key } = createApplicationDraft()
  const saved = await saveOnOtherDevice({ key, documents: { fileCV: sent.id } })
  const { requests } = recordRequests(admissionEndpoints.updateDraft)
  const later = createLaterDraft(saved)
  const draft = await saveOnThisDevice({
    key,
    later: { ...later, base: { ...later.base, documents: { fileCV: sent.id } } },
  })
  const door = { latest: () => draft, change: () => {} } as unknown as DraftStore
  await saveServerDraft(door)
  expect(await requests[0]?.json()).toMatchObject({ documents: { fileCV: sent.id } })
})
