/** The application form in jsdom: an admission that is open, nobody signed in, and the answers of one applicant. */
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { clear } from 'idb-keyval'
import { beforeEach } from 'vitest'
import type { WireIntake } from '#model/admission/wire.ts'
import { admissionEndpoints, sessionEndpoints } from '#model/endpoints.ts'
import type { Language } from '#model/vocabulary.ts'
import { forgetFiles } from '#src/public/apply/files.ts'
// Loaded before the first test looks for it, which a busy machine takes its time for.
import '#src/public/apply/form-bundle.ts'
import { rememberSent } from '#src/public/apply/sending/sent.ts'
import { forgetIntake } from '#src/public/university.ts'
import { idOf } from './console.tsx'
import { jpeg } from './documents.ts'
import { failure, on, success, university } from './network.ts'
import { openPublicPage } from './public-page.tsx'

export const intake: WireIntake = {
  ...university,
  isOpen: true,
  closedBecause: null,
  session: 'Admission 2026',
  opensAt: '2026-07-01T06:00:00.000Z',
  beside: [],
  closesAt: '2099-09-30T13:00:00.000Z',
  publicStatus: 'minimal',
  acceptsUpdates: true,
  retentionMonths: 6,
  formToken: 'm0000000.0.AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA',
  now: '2026-09-07T11:00:00.000Z',
  departments: [
    { id: idOf(1), name: 'Informatică', names: null },
    { id: idOf(2), name: 'Matematică', names: null },
  ],
  specializations: [
    {
      id: idOf(11),
      code: 'INFRO',
      name: 'Informatică aplicată',
      names: null,
      departmentProfileId: idOf(1),
      cycle: 'bachelor',
      language: 'ro',
      yearsOfStudy: 3,
      totalCredits: 180,
    },
    {
      id: idOf(12),
      code: 'SISTD-M',
      name: 'Sisteme distribuite',
      names: null,
      departmentProfileId: idOf(1),
      cycle: 'master',
      language: 'en',
      yearsOfStudy: 2,
      totalCredits: 120,
    },
    {
      id: idOf(21),
      code: 'ALG',
      name: 'Algebră',
      names: null,
      departmentProfileId: idOf(2),
      cycle: 'bachelor',
      language: 'fr',
      yearsOfStudy: 3,
      totalCredits: 180,
    },
  ],
}

/** The same admission, with the places of all but one programme given by merit. */
export function byMerit(): Partial<WireIntake> {
  const merit = {
    ...{ placesBudget: 20, placesFee: 10, applicationFee: null as number | null, special: [], isDrawn: false, ties: ['romanianGrade'] },
    ...{ formula: '0.8 * examGrade + 0.2 * baccalaureateAverage', asks: ['baccalaureateAverage', 'romanianGrade'], more: [] as string[] },
  }
  const [applied, distributed, algebra] = intake.specializations
  if (!applied || !distributed || !algebra) throw new Error('the intake of the tests has three programmes')
  const labels = (en: string, ro: string) => ({ en, ro, fr: en, de: en })
  return {
    specializations: [
      { ...applied, merit },
      distributed,
      {
        ...algebra,
        merit: {
          ...merit,
          formula: 'baccalaureateAverage',
          ties: [],
          asks: ['baccalaureateAverage'],
          special: [{ kind: idOf(91), places: 2 }],
        },
      },
      { ...algebra, id: idOf(22), code: 'GEO', name: 'Geometrie', merit: { ...merit, placesBudget: 0 } },
    ],
    merit: {
      grades: [
        { name: 'examGrade', labels: labels('Exam grade', 'Nota la examen') },
        { name: 'baccalaureateAverage', labels: labels('Baccalaureate average', 'Media de bacalaureat') },
        { name: 'romanianGrade', labels: labels('Grade in Romanian', 'Nota la limba română') },
      ],
      asked: [],
      kinds: [{ id: idOf(91), name: 'Mediul rural', funding: 'budget' }],
    },
  }
}

beforeEach(async () => {
  forgetIntake()
  forgetFiles()
  rememberSent(null)
  await clear()
})

/** Answers the calls of the public pages with an admission that differs from the open one by `part`. */
export function admissionIs(part: Partial<WireIntake> = {}) {
  on(sessionEndpoints.checkAuth, () => failure(401, 'session.required', 'Sign in to continue.'))
  on(sessionEndpoints.refresh, () => failure(401, 'session.required', 'Sign in to continue.'))
  return on(admissionEndpoints.publicConfig, () => success({ ...intake, ...part }))
}

/** Opens the form and begins an application. */
export async function begin(language: Language = 'en', part: Partial<WireIntake> = {}) {
  admissionIs(part)
  const { hands } = await openPublicPage('/registration/create', language)
  await hands.click(await screen.findByRole('button', { name: /Start application|Începeți|Commencer|beginnen/ }))
  // The form's code comes with the first step.
  await screen.findByLabelText(/\(CNP\)/)
  return hands
}

export const go = async (hands: UserEvent, heading: string) => {
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  return screen.findByRole('heading', { level: 1, name: heading })
}

/** Puts a text into a field at once: the tests of the fields type key by key, and each key draws the whole page. */
async function enter(hands: UserEvent, label: string, text: string) {
  await hands.click(screen.getByLabelText(label))
  await hands.paste(text)
}

/** A CNP that belongs to nobody, of a woman born on 30 September 2006. */
export const soundCnp = '6060930529927'

export async function typeIdentity(hands: UserEvent) {
  await enter(hands, 'Personal numeric code (CNP)', soundCnp)
  await screen.findByText(/born 30 September 2006/)
  await enter(hands, 'Last name', 'Țîrlea')
  await enter(hands, 'First name', 'Ștefania')
  await enter(hands, 'Identity document series and number', 'cj 482913')
}

export async function fillIdentity(hands: UserEvent) {
  await typeIdentity(hands)
  await go(hands, 'How we reach you')
}

export async function fillContact(hands: UserEvent) {
  await enter(hands, 'Personal email', 'stefania@example.ro')
  await enter(hands, 'Phone number', '0740 123 456')
  await enter(hands, 'City', 'Cluj-Napoca')
  await enter(hands, 'Address', 'Str. Observatorului 12')
  await enter(hands, 'Postal code', '400 000')
  await go(hands, 'What you want to study')
}

export async function fillProgramme(hands: UserEvent) {
  await hands.click(screen.getByRole('radio', { name: /^Informatică 1 bachelor/ }))
  await hands.click(screen.getByRole('radio', { name: /^Informatică aplicată/ }))
  await go(hands, 'Your three documents')
}

/** `arrival`: until then the server takes none of them. */
export async function fillDocuments(hands: UserEvent, arrival: Promise<void> = Promise.resolve()) {
  let count = 0
  on(admissionEndpoints.sendFile, async () => {
    await arrival
    return success({ id: idOf(100 + ++count), name: `photo-${count}.jpg`, mediaType: 'image/jpeg', bytes: 2000 })
  })
  for (const label of ['Identity card', 'High school diploma', 'CV']) {
    await hands.upload(screen.getByLabelText(label, { selector: 'input' }), jpeg(`${label}.jpg`))
  }
  await go(hands, 'Check your answers, then send your application')
}

/** Everything up to the last page, the declaration ticked. */
export async function fillEverything(hands: UserEvent) {
  await fillIdentity(hands)
  await fillContact(hands)
  await fillProgramme(hands)
  await fillDocuments(hands)
  await hands.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
}
