/**
 * The application form in jsdom: an open admission session of the real application, an anonymous
 * visitor, and the answers of one applicant.
 */
import 'fake-indexeddb/auto'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { clear } from 'idb-keyval'
import { beforeAll, beforeEach, expect } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { FormContent } from '#resources/admission/form-content.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { ResourceName } from '#resources/index.ts'
import { clearDraftFiles } from '#src/public/apply/draft-files.ts'
// Loaded before the first test needs it, because this is slow on a busy machine.
import '#src/public/apply/form-bundle.ts'
import { enableFileUploads } from '@matricola/testing/pages/file-uploads.ts'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { handle } from '@matricola/testing/pages/network.ts'
import { setLastSubmitted } from '#src/public/apply/sending/submitted-application.ts'
import { resetPublicConfig } from '#src/public/public-config.ts'
import { jpegFile } from './documents.ts'
import { openPublicPage } from './public-page.tsx'
import { restoreBeforeEach, serverSide, setUpSessions } from './server.ts'

/** The server's fixed time. */
let now = ''
/** The application that receives the form. */
export const site = setUpSessions({ clock: { now: () => new Date(now) } })

beforeAll(enableFileUploads)
restoreBeforeEach(
  () => site.api.database,
  async () => {
    now = '2026-09-07T11:00:00.000Z'
    await seedRecordWithId(fixedId(1), 'departments', { name: 'Informatică' })
    await seedRecordWithId(fixedId(2), 'departments', { name: 'Matematică' })
    const programme = {
      yearsOfStudy: 3,
      totalCredits: 180,
      language: 'ro',
      departmentProfileId: fixedId(1),
    }
    await seedRecordWithId(fixedId(11), 'specializations', {
      ...programme,
      code: 'INFRO',
      name: 'Informatică aplicată',
    })
    const master = { cycle: 'master', language: 'en', yearsOfStudy: 2, totalCredits: 120 }
    await seedRecordWithId(fixedId(12), 'specializations', {
      ...programme,
      ...master,
      code: 'SISTD-M',
      name: 'Sisteme distribuite',
    })
    const mathematicsProgramme = { ...programme, departmentProfileId: fixedId(2) }
    await seedRecordWithId(fixedId(21), 'specializations', {
      ...mathematicsProgramme,
      language: 'fr',
      code: 'ALG',
      name: 'Algebră',
    })
    await setAdmission({
      ...{
        name: 'Admission 2026',
        opensAt: '2026-07-01T06:00:00.000Z',
        closesAt: '2099-09-30T13:00:00.000Z',
      },
      settings: {
        registrationOpen: true,
        admissionEmail: 'admitere@univ.test',
        admissionPhone: '+40264001000',
      },
    })
  },
)
beforeEach(async () => {
  resetPublicConfig()
  clearDraftFiles()
  setLastSubmitted(null)
  await clear()
})

/** Creates a record as staff would, with an id that tests know in advance. */
export async function seedRecordWithId(
  id: string,
  resource: ResourceName,
  values: object,
): Promise<void> {
  const { seedRecord, tableNameOf } = await serverSide()
  const records = await seedRecord(site.api, resource, values)
  await site.api.database.query(
    `update ${tableNameOf({ name: resource })} set id = $2 where id = $1`,
    [records.id, id],
  )
}

interface AdmissionState {
  /** The server's time from now on. */
  readonly now?: string
  readonly name?: string
  readonly opensAt?: string | null
  readonly closesAt?: string | null
  readonly settings?: object
}

/** Changes the current admission session, the settings or the time. */
export async function setAdmission({
  now: from = now,
  settings = {},
  ...session
}: AdmissionState): Promise<void> {
  now = from
  const { change, updateSettings } = await serverSide()
  if (Object.keys(session).length > 0)
    await change(site.api, 'admission-sessions', { id: await currentSession(), ...session })
  if (Object.keys(settings).length > 0) await updateSettings(site.api, settings)
}

async function currentSession(): Promise<string> {
  const [settings] = await site.api.database.query<{ id: string }>(
    'select admission_session_id as id from settings',
  )
  if (!settings) throw new Error('the settings are missing')
  return settings.id
}

/** The server's response about open admission sessions. */
export const getAdmission = async (): Promise<WireIntake> =>
  (await site.api.browser().call<WireIntake>('GET', admissionEndpoints.publicConfig.path)).data

/**
 * Makes all programmes except one admit by merit. `requirements` lists what geometry requires in
 * addition to the usual answers.
 */
export async function offerProgrammesByMerit({
  requirements,
  fees = [],
}: {
  readonly requirements?: readonly string[]
  /** Application fees of applicants who meet a condition; that of all others is 100. */
  readonly fees?: readonly { readonly when: object; readonly amount: number }[]
} = {}): Promise<void> {
  const { seedRecord } = await serverSide()
  const geometry = {
    departmentProfileId: fixedId(2),
    code: 'GEO',
    name: 'Geometrie',
    language: 'fr',
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  await seedRecordWithId(fixedId(22), 'specializations', geometry)
  await seedRecordWithId(fixedId(91), 'place-kinds', { name: 'Mediul rural', funding: 'budget' })
  const merit = {
    ...{ admissionSessionId: await currentSession(), placesBudget: 20, placesFee: 10 },
    ...{ formula: '0.8 * examGrade + 0.2 * baccalaureateAverage', firstTie: 'romanianGrade' },
    requires: 'examGrade >= 5',
  }
  await seedRecord(site.api, 'admission-programmes', {
    ...{ ...merit, specializationId: fixedId(11) },
    ...(fees.length > 0 && { applicationFee: 100 }),
  })
  for (const { when, amount } of fees)
    await seedRecord(site.api, 'admission-fees', {
      ...{ admissionSessionId: merit.admissionSessionId, amount, when: JSON.stringify(when) },
    })
  const algebraProgramme = {
    specializationId: fixedId(21),
    formula: 'baccalaureateAverage',
    ...{ firstTie: null, requires: null },
  }
  const { id: admissionProgrammeId } = await seedRecord(site.api, 'admission-programmes', {
    ...merit,
    ...algebraProgramme,
  })
  await seedRecord(site.api, 'special-places', {
    admissionProgrammeId,
    placeKindId: fixedId(91),
    places: 2,
  })
  await seedRecord(site.api, 'admission-programmes', {
    ...merit,
    specializationId: fixedId(22),
    placesBudget: 0,
    ...(requirements && { requirements }),
  })
}

/** Opens the form and starts an application. */
export async function startApplicationForm(language: Language = 'en') {
  const { user } = await openPublicPage('/registration/create', language)
  await user.click(
    await screen.findByRole('button', { name: /Start application|Începeți|Commencer|beginnen/ }),
  )
  // The code of the form is loaded with the first step.
  await screen.findByLabelText(/\(CNP\)/)
  return user
}

export const continueTo = async (user: UserEvent, heading: string) => {
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  return screen.findByRole('heading', { level: 1, name: heading })
}

/**
 * Pastes a text into a field. The fields' own tests type key by key, which rerenders the page for
 * every key.
 */
async function pasteInto(user: UserEvent, label: string, text: string) {
  await user.click(screen.getByLabelText(label))
  await user.paste(text)
}

/** A valid CNP of a woman born on 30 September 2006, which is never issued. */
export const formCnp = '6060930529927'

export async function typeIdentity(user: UserEvent) {
  await pasteInto(user, 'Personal numeric code (CNP)', formCnp)
  await screen.findByText(/birth date is 30 September 2006/)
  await pasteInto(user, 'Last name', 'Țîrlea')
  await pasteInto(user, 'First name', 'Ștefania')
  await pasteInto(user, 'Identity document series and number', 'cj 482913')
}

export async function fillIdentityStep(user: UserEvent) {
  await typeIdentity(user)
  await continueTo(user, 'How we can reach you')
}

export async function enterContact(user: UserEvent, email = 'stefania@example.ro') {
  await pasteInto(user, 'Personal email', email)
  await pasteInto(user, 'Phone number', '0740 123 456')
  await pasteInto(user, 'City', 'Cluj-Napoca')
  await pasteInto(user, 'Address', 'Str. Observatorului 12')
  await pasteInto(user, 'Postal code', '400 000')
}

export async function fillContactStep(user: UserEvent, email?: string) {
  await enterContact(user, email)
  await continueTo(user, 'What you want to study')
}

export async function fillProgrammeStep(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: /^Informatică 1 bachelor/ }))
  await user.click(screen.getByRole('radio', { name: /^Informatică aplicată/ }))
  await continueTo(user, 'Your three documents')
}

/** The server accepts no document until `arrival` resolves. */
export async function fillDocumentsStep(
  user: UserEvent,
  arrival: Promise<void> = Promise.resolve(),
) {
  handle(admissionEndpoints.sendFile, () => arrival.then(() => undefined))
  for (const label of ['Identity card', 'High school diploma', 'CV']) {
    await user.upload(screen.getByLabelText(label, { selector: 'input' }), jpegFile(`${label}.jpg`))
  }
  await continueTo(user, 'Check your answers, then send your application')
}

/**
 * Waits until the server has the three documents, which are uploaded while the form is filled in.
 */
export const waitForDocuments = () =>
  waitFor(async () => expect(await site.api.database.query('select from file')).toHaveLength(3))

/** Fills in every step up to the last page and ticks the declaration. */
export async function fillAllSteps(user: UserEvent) {
  await fillIdentityStep(user)
  await fillContactStep(user)
  await fillProgrammeStep(user)
  await fillDocumentsStep(user)
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
}

/** Publishes a form for a degree in the current session. Returns the version's id. */
export async function publishForm(content: FormContent, degree = 'bachelor'): Promise<string> {
  const { seedRecord } = await serverSide()
  const [existing] = await site.api.database.query<{ id: string }>(
    'select id from application_forms where degree = $1',
    [degree],
  )
  const formId =
    existing?.id ??
    (
      await seedRecord(site.api, 'application-forms', {
        name: 'Form 2026',
        admissionSessionId: await currentSession(),
        degree,
      })
    ).id
  const { id } = await seedRecord(site.api, 'application-form-versions', { formId })
  await site.api.database.query(
    "update application_form_versions set state = 'retired' where form_id = $1 and state = 'published'",
    [formId],
  )
  await site.api.database.query(
    "update application_form_versions set state = 'published', content = $2::jsonb where id = $1",
    [id, JSON.stringify(content)],
  )
  return id
}
