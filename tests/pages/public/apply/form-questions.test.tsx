/**
 * Questions of a form that the office arranged: asked in a step of their own if their conditions
 * hold, checked before sending, and sent with the version of the form.
 */
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import { clearDraftFiles } from '#src/public/apply/draft-files.ts'
import { PublicPages } from '#src/public/public-pages.tsx'
import {
  continueTo,
  fillContactStep,
  fillDocumentsStep,
  fillIdentityStep,
  publishForm,
  startApplicationForm,
} from '../../support/application-form.ts'
import { jpegFile } from '../../support/documents.ts'

const both = (en: string, ro: string) => ({ en, ro })
const languagesOf = (options: Extract<FormItem, { type: 'set' }>['options']): FormItem => ({
  id: 'q_langs1',
  key: 'languages',
  type: 'set',
  label: both('Languages you speak', 'Limbi vorbite'),
  options,
  required: false,
})
const content: FormContent = {
  pages: [
    {
      id: 'p_about1',
      title: both('About you', 'Despre dumneavoastră'),
      items: [
        {
          id: 'q_entry1',
          key: 'entry',
          type: 'choice',
          label: both('How are you applying?', 'Cum candidați?'),
          options: [
            { id: 'o_first1', label: both('First year', 'Anul I') },
            { id: 'o_trans1', label: both('Transfer', 'Prin transfer') },
          ],
          required: true,
        },
        {
          id: 'q_prev01',
          key: 'previousUniversity',
          type: 'text',
          max: 20,
          label: { ro: 'Universitatea anterioară' },
          help: both('Its official name.', 'Denumirea oficială.'),
          asks: { q_entry1: { eq: 'o_trans1' } },
          required: true,
        },
        languagesOf([
          { id: 'o_engl01', label: both('English', 'Engleză') },
          { id: 'o_frenc1', label: both('French', 'Franceză') },
        ]),
        {
          id: 'q_minor1',
          key: 'guardian',
          type: 'text',
          max: 80,
          label: both('Your guardian', 'Reprezentantul legal'),
          asks: { isMinor: { eq: true } },
          required: true,
        },
        {
          id: 'q_grade1',
          key: 'contestGrade',
          type: 'grade',
          label: both('Grade in the contest', 'Nota la concurs'),
          required: false,
        },
      ],
    },
  ],
}

const chooseProgramme = async (user: UserEvent, name: RegExp) => {
  await user.click(screen.getByRole('radio', { name: /^Informatică \d/ }))
  await user.click(screen.getByRole('radio', { name }))
}

async function openQuestions() {
  const versionId = await publishForm(content)
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await chooseProgramme(user, /^Informatică aplicată/)
  await continueTo(user, 'More questions')
  return { user, versionId }
}

test('are asked in a step of their own, if their conditions hold', async () => {
  const { user } = await openQuestions()
  expect(screen.getByText(/4 of 6/).textContent).toContain('Questions')
  const section = within(screen.getByRole('region', { name: 'About you' }))
  expect(section.queryByLabelText('Your guardian')).toBeNull()
  expect(section.queryByLabelText('Universitatea anterioară')).toBeNull()
  await user.click(section.getByRole('radio', { name: 'Transfer' }))
  const previous = section.getByLabelText('Universitatea anterioară')
  expect(document.getElementById(`${previous.id}-hint`)?.textContent).toBe('Its official name.')
  await user.click(section.getByRole('radio', { name: 'First year' }))
  expect(section.queryByLabelText('Universitatea anterioară')).toBeNull()
})

test('fields of every application have the texts of the form', async () => {
  await publishForm({
    ...content,
    fixed: [
      { field: 'phone', help: both('With the country code.', 'Cu prefixul țării.') },
      {
        field: 'fileIdCard',
        help: both('Both sides.', 'Ambele fețe.'),
        variants: [
          { when: { q_entry1: { eq: 'o_trans1' } }, label: both('Student card', 'Carnet') },
        ],
      },
    ],
  })
  await publishForm(
    { ...content, fixed: [{ field: 'lastName', help: both('Once', 'Odată') }] },
    'master',
  )
  const user = await startApplicationForm()
  // The forms of the two degrees differ, and no degree is chosen yet.
  expect(screen.queryByText('Once')).toBeNull()
  await fillIdentityStep(user)
  expect(screen.queryByText('With the country code.')).toBeNull()
  await fillContactStep(user)
  await chooseProgramme(user, /^Informatică aplicată/)
  await user.click(screen.getByRole('link', { name: /Contact details/ }))
  const phone = await screen.findByLabelText('Phone number')
  expect(document.getElementById(`${phone.id}-hint`)?.textContent).toBe('With the country code.')
  await continueTo(user, 'What you want to study')
  await continueTo(user, 'More questions')
  await user.click(screen.getByRole('radio', { name: 'Transfer' }))
  await user.type(screen.getByLabelText('Universitatea anterioară'), 'UBB')
  await continueTo(user, 'Your three documents')
  const card = within(screen.getByRole('region', { name: 'Student card' }))
  expect(card.getByText('Both sides.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = within(await screen.findByRole('alert'))
  expect(summary.getByRole('link', { name: 'Missing: Student card' })).toBeTruthy()
})

test('tables have rows that are added and removed, with messages next to their values', async () => {
  await publishForm({
    pages: [
      {
        id: 'p_about1',
        title: both('About you', 'Despre dumneavoastră'),
        items: [
          {
            id: 'q_studi1',
            key: 'studies',
            type: 'table',
            label: both('Previous studies', 'Studii anterioare'),
            required: true,
            rows: 2,
            columns: [
              {
                id: 'c_schoo1',
                label: both('School', 'Școala'),
                required: true,
                type: 'text',
                max: 40,
              },
              { id: 'c_grade1', label: both('Average', 'Media'), required: false, type: 'grade' },
            ],
          },
        ],
      },
    ],
  })
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await chooseProgramme(user, /^Informatică aplicată/)
  await continueTo(user, 'More questions')
  const table = within(screen.getByRole('group', { name: 'Previous studies' }))
  expect(table.queryByRole('button', { name: /^Remove row/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = within(await screen.findByRole('alert'))
  expect(summary.getByRole('link', { name: 'Missing: Previous studies' })).toBeTruthy()
  const row = (number: number) => within(table.getByRole('group', { name: `Row ${number}` }))
  await user.type(row(1).getByLabelText('School'), 'Liceul 1')
  await user.click(table.getByRole('button', { name: 'Add a row' }))
  expect(document.activeElement).toBe(row(2).getByLabelText('School'))
  expect(table.queryByRole('button', { name: 'Add a row' })).toBeNull()
  await user.type(row(2).getByLabelText('Average (optional)'), '11')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await table.findByText('Check the marked values')).toBeTruthy()
  const average = row(2).getByLabelText('Average (optional)')
  expect(average.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(`${average.id}-message`)?.textContent).toMatch(/10/)
  expect(row(2).getByLabelText('School').getAttribute('aria-invalid')).toBe('true')
  expect(row(1).getByLabelText('School').getAttribute('aria-invalid')).toBeNull()
  await user.click(await screen.findByRole('link', { name: /^Previous studies/ }))
  expect(document.activeElement).toBe(row(2).getByLabelText('School'))
  await user.click(row(2).getByRole('button', { name: 'Remove row 2' }))
  expect(document.activeElement).toBe(row(1).getByLabelText('School'))
  await continueTo(user, 'Your three documents')
  await fillDocumentsStep(user)
  expect(screen.getByText('Liceul 1')).toBeTruthy()
})

const stepLine = async () => {
  await startApplicationForm()
  return within(screen.getByRole('navigation', { name: 'Application steps' }))
}

test('are no step before a programme is chosen, if only one degree has some', async () => {
  await publishForm(content)
  expect((await stepLine()).queryByText('Questions')).toBeNull()
})

test('are a step to do before a programme is chosen, if each degree has some', async () => {
  await publishForm(content)
  await publishForm(content, 'master')
  const step = (await stepLine()).getByText('Questions').closest('li')
  expect(step?.textContent).toContain('to do')
})

test('report missing and invalid answers at their fields', async () => {
  const { user } = await openQuestions()
  await user.type(screen.getByLabelText('Grade in the contest (optional)'), '11')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = within(await screen.findByRole('alert'))
  await user.click(summary.getByRole('link', { name: 'Missing: How are you applying?' }))
  expect(document.activeElement?.getAttribute('name')).toBe('q_entry1')
  expect(summary.getByRole('link', { name: /^Grade in the contest/ })).toBeTruthy()
  expect(
    screen.getByLabelText('Grade in the contest (optional)').getAttribute('aria-invalid'),
  ).toBe('true')
})

test('are shown before sending and sent with the version, without answers that are asked no longer', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const { user, versionId } = await openQuestions()
  await user.click(screen.getByRole('radio', { name: 'Transfer' }))
  await user.type(screen.getByLabelText('Universitatea anterioară'), 'Alba')
  await user.click(screen.getByRole('radio', { name: 'First year' }))
  await user.click(screen.getByRole('checkbox', { name: 'French' }))
  await user.click(screen.getByRole('checkbox', { name: 'English' }))
  await user.type(screen.getByLabelText('Grade in the contest (optional)'), '9,5')
  await continueTo(user, 'Your three documents')
  await fillDocumentsStep(user)
  const answers = within(screen.getByRole('region', { name: 'Questions' }))
  expect(answers.getByText('First year')).toBeTruthy()
  expect(answers.getByText('English, French')).toBeTruthy()
  expect(answers.queryByText('Alba')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  expect(await requests[0]?.json()).toMatchObject({
    formVersionId: versionId,
    answers: { q_entry1: 'o_first1', q_langs1: ['o_engl01', 'o_frenc1'], q_grade1: 9.5 },
  })
})

test('are asked only for the degree of the form', async () => {
  await publishForm(content)
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await chooseProgramme(user, /^Sisteme distribuite/)
  await continueTo(user, 'Your three documents')
  expect(screen.getByText(/4 of 5/)).toBeTruthy()
})

test('that changed since the applicant saw them are asked again, with a mark, and removed ones are named', async () => {
  const { user } = await openQuestions()
  await user.click(screen.getByRole('radio', { name: 'First year' }))
  await user.click(screen.getByRole('checkbox', { name: 'French' }))
  await user.click(screen.getByRole('checkbox', { name: 'English' }))
  await continueTo(user, 'Your three documents')
  await fillDocumentsStep(user)
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  handle(admissionEndpoints.submit, () =>
    failureResponse(409, 'registration.formChanged', 'The questions have changed.'),
  )
  const [page] = content.pages
  await publishForm({
    pages: [
      {
        ...(page as FormContent['pages'][number]),
        items: [
          languagesOf([{ id: 'o_engl01', label: both('English', 'Engleză') }]),
          {
            id: 'q_hobby1',
            key: 'hobby',
            type: 'text',
            max: 40,
            label: both('Your hobby', 'Pasiunea dumneavoastră'),
            required: true,
          },
        ],
      },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  await screen.findByText('The questions have changed.')
  const answers = within(screen.getByRole('region', { name: 'Questions' }))
  expect(
    answers.getByText(
      'Some of your answers are not sent. We no longer ask for: How are you applying?',
    ),
  ).toBeTruthy()
  expect(answers.getByText('Some of your answers are no longer offered: French')).toBeTruthy()
  expect(answers.queryByText('How are you applying?')).toBeNull()
  expect(
    answers.getByText('Languages you speak', { selector: 'dt' }).nextElementSibling?.textContent,
  ).toBe('English')
  const missing = answers.getByRole('link', { name: 'Missing: Your hobby (new question)' })
  await user.click(missing)
  const hobby = await screen.findByLabelText('Your hobby (new question)')
  await user.type(hobby, 'Chess')
  expect(screen.getByText(/We no longer ask for/)).toBeTruthy()
  await continueTo(user, 'Check your answers, then send your application')
  const checked = within(screen.getByRole('region', { name: 'Questions' }))
  expect(checked.getByText('Your hobby', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
    'Chess',
  )
})

const documents: FormContent = {
  pages: [
    {
      id: 'p_docum1',
      title: both('Documents', 'Acte'),
      items: [
        {
          ...{ id: 'q_trans1', key: 'translation', type: 'file', required: true },
          label: both('Certified translation', 'Traducere legalizată'),
          help: both('Of your diploma.', 'A diplomei.'),
          variants: [
            {
              when: { citizenshipGroup: { eq: 'ro' } },
              label: both('Diploma in Romanian', 'Diploma în română'),
            },
          ],
        },
        {
          ...{ id: 'q_truth1', key: 'truth', type: 'declaration', required: true },
          label: both('Truth', 'Adevăr'),
          text: both('I declare that all data are true.', 'Declar că toate datele sunt adevărate.'),
        },
      ],
    },
  ],
}

async function openDocuments() {
  await publishForm(documents)
  const user = await startApplicationForm()
  await fillIdentityStep(user)
  await fillContactStep(user)
  await chooseProgramme(user, /^Informatică aplicată/)
  await continueTo(user, 'More questions')
  return user
}

test('can be documents and declarations, which are sent with the answers', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await openDocuments()
  expect(screen.getByText('I declare that all data are true.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const summary = within(await screen.findByRole('alert'))
  expect(summary.getByRole('link', { name: 'Missing: Diploma in Romanian' })).toBeTruthy()
  await user.click(summary.getByRole('link', { name: 'Missing: Truth' }))
  const box = screen.getByRole('checkbox', { name: 'I have read this and confirm it' })
  expect(document.activeElement).toBe(box)
  await user.click(box)
  await user.upload(
    screen.getByLabelText('Diploma in Romanian', { selector: 'input' }),
    jpegFile('diploma.jpg'),
  )
  await continueTo(user, 'Your three documents')
  await fillDocumentsStep(user)
  const answers = within(screen.getByRole('region', { name: 'Questions' }))
  expect(answers.getByText(/^diploma\.jpg/)).toBeTruthy()
  expect(answers.getByText('Confirmed')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /^The information is true/ }))
  await user.click(screen.getByRole('button', { name: 'Submit application' }))
  await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  expect(await requests[0]?.json()).toMatchObject({
    answers: { q_truth1: true, q_trans1: expect.any(String) },
  })
})

test('keep a document after a reload', async () => {
  const user = await openDocuments()
  await user.upload(
    screen.getByLabelText('Diploma in Romanian', { selector: 'input' }),
    jpegFile('diploma.jpg'),
  )
  await screen.findByText('Uploaded')
  cleanup()
  clearDraftFiles()
  render(<PublicPages />)
  expect(await screen.findByText('diploma.jpg')).toBeTruthy()
})
