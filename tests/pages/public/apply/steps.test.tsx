import { Announcer } from '@matricola/console/announcements/announcer.tsx'
import { countriesIn } from '@matricola/console/countries.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { languages } from '#resources/languages.ts'
import { suggestAddress } from '#src/public/apply/steps/mail-domains.ts'
import {
  continueTo,
  enterContact,
  fillContactStep,
  fillDocumentsStep,
  fillIdentityStep,
  fillProgrammeStep,
  seedRecordWithId,
  site,
  startApplicationForm,
} from '../../support/application-form.ts'
import { jpegFile, mislabelledFile, pdfFile } from '../../support/documents.ts'
import { openPublicPage } from '../../support/public-page.tsx'
import { serverSide } from '../../support/server.ts'

const getContinueButton = () => screen.getByRole('button', { name: 'Continue' })

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['Ana.Pop@hotmial.com', 'Ana.Pop@hotmail.com'],
])('the address %s suggests %s', (typed, suggestion) =>
  expect(suggestAddress(typed)).toBe(suggestion),
)

test.each([
  'ana@gmail.com',
  'ana@mail.com',
  'ana@ymail.com',
  'ana@univ.ro',
  'ana@gmx.net',
  'ana',
  'ana@',
])('the address %s gets no suggestion', (typed) => expect(suggestAddress(typed)).toBeNull())

test.each(languages)(
  'countries are named in %s and sorted in its alphabetical order',
  (language) => {
    const names = countriesIn(language).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(190)
    expect(names).toEqual([...names].sort(new Intl.Collator(language).compare))
    expect(new Set(names).size).toBe(names.length)
  },
)

const question = /^Did you mean stefania@gmail\.com\?/

async function openContactStepWithTypo() {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await enterContact(user, 'stefania@gmial.com')
  return user
}

test('the form asks about a likely typo in an email domain when the field is left', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  const email = screen.getByLabelText<HTMLInputElement>('Personal email')
  await user.type(email, 'ana@gmial.com')
  expect(screen.queryByText(/^Did you mean/)).toBeNull()
  await user.tab()
  expect(await screen.findByText(/^Did you mean ana@gmail\.com\?/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use it' }))
  expect(email.value).toBe('ana@gmail.com')
  await waitFor(() => expect(document.activeElement).toBe(email))
})

test('Continue does not pass a likely typo that is not answered, and loses no answer', async () => {
  const user = await openContactStepWithTypo()
  await user.click(getContinueButton())
  const summary = await screen.findByRole('alert')
  await user.click(within(summary).getByRole('link', { name: question }))
  const email = screen.getByLabelText<HTMLInputElement>(/Personal email/)
  expect(document.activeElement).toBe(email)
  expect(email.value).toBe('stefania@gmial.com')
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Cluj-Napoca')
  // The buttons stay although the field has the focus.
  await user.click(screen.getByRole('button', { name: 'Use it' }))
  expect(email.value).toBe('stefania@gmail.com')
  expect(screen.queryByText(question)).toBeNull()
  await continueTo(user, 'What you want to study')
})

test('an address that the applicant calls right is not questioned again, but another one is', async () => {
  const user = await openContactStepWithTypo()
  await user.click(await screen.findByRole('button', { name: 'It is right' }))
  await continueTo(user, 'What you want to study')
  await user.click(screen.getByRole('link', { name: 'Back' }))
  const email = await screen.findByLabelText<HTMLInputElement>('Personal email')
  expect(email.value).toBe('stefania@gmial.com')
  expect(screen.queryByText(question)).toBeNull()
  await user.type(email, 'x')
  await user.tab()
  expect(email.value).toBe('stefania@gmial.comx')
  await user.type(email, '{Backspace}{Backspace}')
  await user.tab()
  expect(await screen.findByText(question)).toBeTruthy()
})

test('a likely typo that Continue did not see is questioned on the last page, next to the address, and has to be answered', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await fillProgrammeStep(user)
  await fillDocumentsStep(user)
  await user.click(screen.getByRole('link', { name: 'Change Personal email' }))
  const email = await screen.findByLabelText<HTMLInputElement>('Personal email')
  await user.clear(email)
  await user.type(email, 'stefania@gmial.com')
  window.history.back()
  const row = (await screen.findByText(question)).closest('.apply-answer') as HTMLElement
  expect(within(row).getByText('Personal email', { selector: 'dt' })).toBeTruthy()
  expect(within(row).getByText(/^stefania@gmial\.com/)).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  const { requests } = recordRequests(admissionEndpoints.submit)
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  const summary = await screen.findByRole('alert')
  expect(within(summary).getAllByRole('link')).toEqual([
    within(summary).getByRole('link', { name: question }),
  ])
  expect(requests).toEqual([])
  await user.click(within(row).getByRole('button', { name: 'Use it' }))
  expect(await screen.findByText('stefania@gmail.com')).toBeTruthy()
  expect(screen.queryByText(/^Did you mean/)).toBeNull()
  await waitFor(() => expect(document.activeElement?.id).toBe('noticeAcknowledged'))
})

test('contact details are validated with messages that use their labels, and postal codes by their country', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await user.type(screen.getByLabelText('Personal email'), 'ana@')
  await user.type(screen.getByLabelText('Phone number'), '0740')
  await user.type(screen.getByLabelText('City'), 'Bern')
  await user.type(screen.getByLabelText('Address'), 'Kramgasse 49')
  await user.type(screen.getByLabelText('Postal code'), '3011')
  await user.click(getContinueButton())
  const summary = await screen.findByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Enter a full email address, such as name@example.com',
    'Enter a phone number with all its digits, such as 0740 123 456 or +40 740 123 456',
    'Enter a 6-digit postal code',
  ])
  await user.selectOptions(screen.getByLabelText('Country'), 'CH')
  await user.type(screen.getByLabelText('Personal email'), 'example.ch')
  await user.type(screen.getByLabelText('Phone number'), ' 123 456')
  await continueTo(user, 'What you want to study')
})

test('changing the department replaces the programmes and clears the chosen one', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  expect(screen.queryByRole('group', { name: 'Specialization' })).toBeNull()
  await user.click(getContinueButton())
  expect(await screen.findByRole('link', { name: 'Select a department' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Informatică 1 bachelor/ }))
  expect(
    screen.getByRole('radio', {
      name: 'Sisteme distribuite Master’s degree · 2 years · 120 credits · in English',
    }),
  ).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Sisteme distribuite/ }))
  await user.click(screen.getByRole('radio', { name: /^Matematică/ }))
  expect(screen.queryByRole('radio', { name: /^Sisteme/ })).toBeNull()
  await user.click(getContinueButton())
  expect(await screen.findByRole('link', { name: 'Select a specialization' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Algebră/ }))
  await continueTo(user, 'Your three documents')
})

test('a department lists its programmes, with master’s programmes separate from bachelor’s', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  const department = screen.getByRole('radio', {
    name: 'Informatică 1 bachelor’s programme · 1 master’s programme',
  })
  await user.click(department)
  const group = screen.getByRole('group', { name: 'Specialization' })
  expect(group.textContent).toMatch(
    /Bachelor’s degree.*Informatică aplicată.*Master’s degree.*Sisteme distribuite/,
  )
})

test('a master’s programme requires the bachelor’s diploma, and does not reuse a file chosen for another document', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await fillProgrammeStep(user)
  await fillDocumentsStep(user)
  await user.click(screen.getByRole('link', { name: 'Change Specialization' }))
  await user.click(await screen.findByRole('radio', { name: /^Sisteme distribuite/ }))
  await continueTo(user, 'Check your answers, then send your application')
  expect(screen.getAllByText('Bachelor’s diploma', { selector: 'dt' })).toHaveLength(1)
  const text =
    'You uploaded this file as “High school diploma”, but this programme requires “Bachelor’s diploma”. Replace the file.'
  await user.click(screen.getByRole('link', { name: text }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Bachelor’s diploma' })).toBeTruthy()
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  await user.upload(
    screen.getByLabelText('Bachelor’s diploma', { selector: 'input' }),
    jpegFile('licenta.jpg'),
  )
  await continueTo(user, 'Check your answers, then send your application')
  expect(screen.queryByText(text)).toBeNull()
  expect(screen.getByText(/licenta\.jpg|photo-4\.jpg/)).toBeTruthy()
})

/** Adds twelve programmes to the first department. */
async function seedProgrammes(nameOf: (number: number) => string) {
  const programme = {
    departmentProfileId: fixedId(1),
    language: 'ro',
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  for (let n = 0; n < 12; n++)
    await seedRecordWithId(fixedId(50 + n), 'specializations', {
      ...programme,
      code: `P${n}`,
      name: nameOf(n),
    })
}

test('programmes are shown and found in the reader’s language; untranslated names are marked with their own language', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await seedProgrammes((n) => `Program ${n}`)
  const { change } = await serverSide()
  await change(site.api, 'departments', { id: fixedId(1), nameEn: 'Informatică in English' })
  await change(site.api, 'specializations', {
    id: fixedId(57),
    nameEn: 'Applied Algebra',
    nameDe: 'Algebra',
  })
  await fillContactStep(user)
  await user.click(await screen.findByRole('radio', { name: /^Informatică in English/ }))
  await user.type(screen.getByLabelText('Search specializations'), 'applied')
  expect(screen.getByText('Applied Algebra').closest('[lang]')).toBe(document.documentElement)
  await user.clear(screen.getByLabelText('Search specializations'))
  await user.type(screen.getByLabelText('Search specializations'), 'program 7')
  expect(screen.getAllByRole('radio', { name: /Applied Algebra/ })).toHaveLength(1)
  await user.clear(screen.getByLabelText('Search specializations'))
  expect(screen.getByText('Program 3').getAttribute('lang')).toBe('ro')
})

test('more than twelve departments are shown as a list, and more than ten programmes are searchable without diacritics', async () => {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  for (let n = 3; n < 14; n++)
    await seedRecordWithId(fixedId(n), 'departments', { name: `Departament ${n}` })
  await seedProgrammes((n) => (n === 7 ? 'Științe politice' : `Program ${n}`))
  await fillContactStep(user)
  await waitFor(() => expect(screen.getByLabelText('Department').tagName).toBe('SELECT'))
  await user.selectOptions(screen.getByLabelText('Department'), fixedId(1))
  await user.type(screen.getByLabelText('Search specializations'), 'stiinte')
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  expect(screen.getByText('1 specialization')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Științe politice/ }))
  await continueTo(user, 'Your three documents')
})

async function goToDocumentsStep() {
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await fillProgrammeStep(user)
  return user
}

test('the three documents are uploaded one by one, and a missing one links to its button (R-T01)', async () => {
  const user = await goToDocumentsStep()
  await user.click(getContinueButton())
  const summary = await screen.findByRole('alert')
  expect(within(summary).getAllByRole('link')).toHaveLength(3)
  await user.click(within(summary).getByRole('link', { name: 'Upload your CV' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose file CV' })),
  )
})

test('a document over 2 MB is refused with the specified message and blocks the form (R-T03)', async () => {
  const user = await goToDocumentsStep()
  await user.upload(
    screen.getByLabelText('CV', { selector: 'input' }),
    pdfFile('cv.pdf', 2 * 1024 * 1024 + 1),
  )
  expect(await screen.findByText('Invalid file size.')).toBeTruthy()
  expect(screen.getByText('Maximum file size is 2 MB.')).toBeTruthy()
  await user.click(getContinueButton())
  expect(await screen.findByRole('link', { name: 'Upload your CV' })).toBeTruthy()
})

test('a file whose content does not match its name is refused', async () => {
  await goToDocumentsStep()
  fireEvent.change(screen.getByLabelText('CV', { selector: 'input' }), {
    target: { files: [mislabelledFile('cv.pdf', 'application/pdf')] },
  })
  expect(await screen.findByText(/^This is not a PDF, JPG or PNG\./)).toBeTruthy()
})

test('the form continues while documents upload; only the last button waits for them, with a message', async () => {
  const { open, opened } = createGate()
  const { requests } = handle(admissionEndpoints.submit, () =>
    HttpResponse.json({ success: false, data: null, message: '' }, { status: 500 }),
  )
  const user = await goToDocumentsStep()
  await fillDocumentsStep(user, opened)
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  expect(
    await screen.findByText(
      'Your documents are still uploading. Your application will be sent automatically after that.',
    ),
  ).toBeTruthy()
  expect(requests).toEqual([])
  open()
  await waitFor(() => expect(requests).toHaveLength(1))
  await screen.findByRole('alert')
})

test.each(languages)(
  'the form is fully translated into %s, including the names of its steps',
  async (language) => {
    const { user } = await openPublicPage('/registration/create', language)
    await user.click(
      await screen.findByRole('button', { name: /Start application|Începeți|Commencer|beginnen/ }),
    )
    const headings = new Set<string | null>()
    for (const step of ['contact', 'programme', 'documents', 'check']) {
      window.history.pushState(null, '', `?step=${step}`)
      fireEvent(window, new PopStateEvent('popstate'))
      await waitFor(() => {
        const heading = screen.getByRole('heading', { level: 1 }).textContent
        expect(headings).not.toContain(heading)
        expect(document.title).toContain(heading)
      })
      headings.add(screen.getByRole('heading', { level: 1 }).textContent)
    }
    expect(headings).not.toContain(null)
    expect(document.documentElement.lang).toBe(language)
  },
)

test('the programmes of a newly chosen department scroll into view and are announced', async () => {
  const focused: Element[] = []
  const { scrollIntoView } = Element.prototype
  Element.prototype.scrollIntoView = function () {
    focused.push(this)
  }
  onTestFinished(() => {
    Element.prototype.scrollIntoView = scrollIntoView
  })
  render(<Announcer />)
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await user.click(screen.getByRole('radio', { name: /^Informatică 1 bachelor/ }))
  const programme = await screen.findByRole('radio', { name: /^Informatică aplicată/ })
  expect(focused.filter((element) => element.contains(programme))).toHaveLength(1)
  await waitFor(() =>
    expect(document.querySelector('[data-announcer]')?.textContent).toBe('2 specializations'),
  )
})
