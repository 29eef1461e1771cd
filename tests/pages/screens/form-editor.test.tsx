/** The editor of application forms. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FormContent } from '#resources/admission/form-content.ts'
import type { RankingApp } from '#tests/support/ranking-app.ts'
import { allAnswered, openConsole, serverSide } from '../support/console-app.tsx'
import { type FormOffice, startFormOffice } from './form-versions.ts'

let office: RankingApp
let createVersion: FormOffice['createVersion']
let versionId = ''
beforeAll(async () => {
  ;({ office, createVersion } = await startFormOffice())
})
beforeEach(async () => {
  versionId = await createVersion()
})
afterEach(async () => {
  cleanup()
  await allAnswered()
})
afterAll(() => office.close())

const stored = async () =>
  (
    await office.call<{ content: FormContent; state: string }>(
      office.admin,
      'GET',
      `/api/application-form-versions/${versionId}`,
    )
  ).data
const arrange = async (content: FormContent) =>
  office.call(office.admin, 'POST', `/api/application-form-versions/${versionId}/actions/arrange`, {
    content,
  })
const openEditor = () =>
  openConsole(`/admin/application-form-versions/${versionId}`, {
    api: office,
    caller: { ...office.admin, language: 'en' },
    language: 'en',
  })
const both = (text: string) => ({ ro: text, en: text })
const entry = {
  id: 'q_entry1',
  key: 'entry',
  type: 'choice',
  label: both('Entry'),
  options: [
    { id: 'o_first1', label: both('First year') },
    { id: 'o_trans1', label: both('Transfer') },
  ],
  required: true,
} as const
const previous = {
  id: 'q_prev01',
  key: 'previous',
  type: 'text',
  max: 40,
  label: both('Previous university'),
  asks: { q_entry1: { eq: 'o_trans1' } },
  required: true,
} as const
const years = {
  id: 'q_years1',
  key: 'years',
  type: 'integer',
  min: 0,
  max: 60,
  label: both('Years of work'),
  required: false,
} as const
const sample: FormContent = {
  pages: [{ id: 'p_about1', title: both('About you'), items: [entry, previous, years] }],
}

test('a page and a question are added, named and saved by themselves', async () => {
  await arrange({ pages: [] })
  const user = await openEditor()
  expect(await screen.findByText('This form has no questions yet')).toBeInTheDocument()
  const [addPage] = await screen.findAllByRole('button', { name: 'Page' })
  await user.click(addPage as HTMLElement)
  await user.type(screen.getByLabelText('Title of the page'), 'Despre tine')
  await user.click(screen.getByRole('button', { name: 'Question' }))
  await user.type(screen.getByLabelText('Question'), 'Ani de lucru')
  await user.selectOptions(screen.getByLabelText('Type'), 'Whole number')
  await user.clear(screen.getByLabelText('Highest value'))
  await user.type(screen.getByLabelText('Highest value'), '60')
  await waitFor(
    async () =>
      expect((await stored()).content).toEqual({
        pages: [
          {
            id: expect.stringMatching(/^p_/),
            title: { ro: 'Despre tine' },
            items: [
              {
                id: expect.stringMatching(/^q_/),
                key: 'aniDeLucru',
                type: 'integer',
                label: { ro: 'Ani de lucru' },
                required: true,
                min: 0,
                max: 60,
              },
            ],
          },
        ],
      }),
    { timeout: 5000 },
  )
  expect(screen.getByText(/Saved/)).toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'English · 1 missing' })).toBeInTheDocument()
})

test('Alt and an arrow key move a question, except before one whose answer it reads', async () => {
  await arrange(sample)
  const user = await openEditor()
  const outline = within(await screen.findByRole('region', { name: 'Questions' }))
  const order = () => outline.getAllByRole('button', { name: /Entry|Previous|Years/ }).map(nameOf)
  expect(order()).toEqual(['Entry', 'Previous university', 'Years of work'])
  // The steps of the program surround the pages.
  expect(
    outline
      .getAllByRole('list', { name: 'Steps that cannot be changed' })
      .map(({ textContent }) => textContent),
  ).toEqual([
    'IdentityfixedContact detailsfixedProgrammefixed',
    'Your documentsfixedCheck and submitfixed',
  ])
  outline.getByRole('button', { name: /^Years/ }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(order()).toEqual(['Entry', 'Years of work', 'Previous university'])
  outline.getByRole('button', { name: /^Entry/ }).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(order()).toEqual(['Years of work', 'Entry', 'Previous university'])
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(order()).toEqual(['Years of work', 'Entry', 'Previous university'])
  expect(
    screen.getByText(
      '“Previous university” reads the answer to “Entry”, so it has to come after it.',
    ),
  ).toBeInTheDocument()
})
const nameOf = (element: HTMLElement) =>
  element.querySelector('.form-outline-label')?.textContent ?? ''

test('a question that others read cannot be removed', async () => {
  await arrange(sample)
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: /^Entry/ }))
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  await user.click(settings.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Previous university')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: /^Years/ }))
  await user.click(settings.getByRole('button', { name: 'Remove' }))
  const confirmed = within(await screen.findByRole('dialog'))
  // Early clicks are ignored, but the keyboard is not.
  confirmed.getByRole('button', { name: 'Remove' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(
    async () =>
      expect((await stored()).content.pages[0]?.items.map(({ key }) => key)).toEqual([
        'entry',
        'previous',
      ]),
    { timeout: 5000 },
  )
})

test('fields of every application have their own help, and other texts for some applicants', async () => {
  await arrange(sample)
  const user = await openEditor()
  const outline = within(await screen.findByRole('region', { name: 'Questions' }))
  await user.click(outline.getByRole('button', { name: /^Your documents/ }))
  await user.click(outline.getByRole('button', { name: /^Identity card/ }))
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  await user.type(settings.getByLabelText('Help'), 'Ambele fețe')
  expect(outline.getByRole('button', { name: /^Identity card/ }).textContent).toContain('own texts')
  const preview = within(screen.getByRole('region', { name: 'As the applicant sees it' }))
  expect(preview.getByText('Ambele fețe')).toBeInTheDocument()
  await user.click(settings.getByRole('button', { name: /^Add other texts/ }))
  const variant = within(settings.getByRole('group', { name: 'Variant 1' }))
  await user.type(variant.getByLabelText('Question'), 'Pașaport')
  await waitFor(
    async () =>
      expect((await stored()).content.fixed).toEqual([
        {
          field: 'fileIdCard',
          help: { ro: 'Ambele fețe' },
          variants: [{ when: { identityType: { ne: 'cnp' } }, label: { ro: 'Pașaport' } }],
        },
      ]),
    { timeout: 5000 },
  )
  // Documents come after the questions, so their conditions can read all answers.
  const compared = variant.getByLabelText(/^Condition 1: what to compare/)
  expect(within(compared).getByRole('option', { name: 'Years of work' })).toBeInTheDocument()
  await user.click(outline.getByRole('button', { name: /^Identityfixed/ }))
  await user.click(outline.getByRole('button', { name: /^Last name/ }))
  await user.click(settings.getByRole('button', { name: /^Add other texts/ }))
  expect(settings.queryByRole('option', { name: 'Years of work' })).not.toBeInTheDocument()
  expect(settings.getByRole('option', { name: 'Under 18' })).toBeInTheDocument()
})

test('a table has columns with headings, types and limits', async () => {
  await arrange(sample)
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: /^Years/ }))
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  await user.selectOptions(settings.getByLabelText('Type'), 'Table')
  const first = within(settings.getByRole('group', { name: 'Column 1' }))
  await user.type(first.getByLabelText('Heading'), 'Universitatea')
  const second = within(settings.getByRole('group', { name: 'Column 2' }))
  await user.type(second.getByLabelText('Heading'), 'Anul')
  await user.selectOptions(second.getByLabelText('Type'), 'Whole number')
  await user.clear(second.getByLabelText('Highest value'))
  await user.type(second.getByLabelText('Highest value'), '2030')
  await user.click(second.getByRole('checkbox', { name: 'A row must have this value' }))
  await user.click(settings.getByRole('button', { name: 'Add a column' }))
  await user.click(settings.getByRole('button', { name: 'Remove column 3' }))
  await user.click(settings.getByRole('button', { name: 'Move column 2 up' }))
  await waitFor(
    async () =>
      expect((await stored()).content.pages[0]?.items[2]).toMatchObject({
        type: 'table',
        rows: 5,
        columns: [
          { label: { ro: 'Anul' }, type: 'integer', min: 0, max: 2030, required: false },
          { label: { ro: 'Universitatea' }, type: 'text', max: 200, required: true },
        ],
      }),
    { timeout: 5000 },
  )
})

test('an editor that is opened again starts with what was saved', async () => {
  await arrange(sample)
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: /^Years/ }))
  await user.type(screen.getByLabelText('Help'), 'Cu carte de muncă')
  await waitFor(async () => expect(JSON.stringify(await stored())).toContain('Cu carte de muncă'), {
    timeout: 5000,
  })
  await user.click(screen.getByRole('link', { name: 'Versions of this form' }))
  await user.click(await screen.findByRole('button', { name: 'Edit the questions' }))
  await user.click(await screen.findByRole('button', { name: /^Years/ }))
  expect(screen.getByLabelText('Help')).toHaveValue('Cu carte de muncă')
})

test('conditions offer facts and earlier questions', async () => {
  await arrange(sample)
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: /^Years/ }))
  const asks = within(screen.getByRole('group', { name: 'Ask this when' }))
  expect(asks.getByText('Always')).toBeInTheDocument()
  await user.click(asks.getByRole('button', { name: 'Add a condition' }))
  const compared = asks.getByLabelText('Condition 1: what to compare')
  expect(within(compared).getByRole('option', { name: 'Previous university' })).toBeInTheDocument()
  expect(within(compared).queryByRole('option', { name: 'Years of work' })).not.toBeInTheDocument()
  await user.selectOptions(compared, 'Entry')
  expect(asks.getByText('Not complete yet, so it has no effect.')).toBeInTheDocument()
  await user.selectOptions(asks.getByLabelText('Condition 1: value'), 'Transfer')
  await user.click(asks.getByRole('button', { name: 'Add a group' }))
  await user.selectOptions(asks.getByLabelText('Condition 2.1: what to compare'), 'Under 18')
  await user.selectOptions(asks.getByLabelText('Condition 2.1: value'), 'yes')
  await waitFor(
    async () =>
      expect((await stored()).content.pages[0]?.items[2]?.asks).toEqual({
        and: [{ q_entry1: { eq: 'o_trans1' } }, { isMinor: { eq: true } }],
      }),
    { timeout: 5000 },
  )
})

test('a change that another person has overtaken is kept, and saved only on request', async () => {
  await arrange(sample)
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: /^Years/ }))
  const other: FormContent = { pages: [{ ...sample.pages[0], items: [entry] }] } as never
  await arrange(other)
  await user.type(screen.getByLabelText('Question'), ' in total')
  expect(
    await screen.findByText(/Another person has saved this version/, {}, { timeout: 5000 }),
  ).toBeInTheDocument()
  expect((await stored()).content).toEqual(other)
  await user.click(screen.getByRole('button', { name: 'Save mine instead' }))
  await waitFor(async () =>
    expect((await stored()).content.pages[0]?.items[2]?.label.ro).toBe('Years of work in total'),
  )
})

test('Publish says what differs, refuses with a list, and leads to the question', async () => {
  await arrange({
    pages: [
      {
        id: 'p_about1',
        title: both('About you'),
        items: [entry, { ...previous, label: { en: 'Previous university' } }],
      },
    ],
  })
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Publish…' }))
  const refused = within(await screen.findByRole('dialog'))
  expect(refused.getByText('New question “Entry”')).toBeInTheDocument()
  expect(refused.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument()
  await user.click(
    refused.getByRole('button', {
      name: /has texts that are missing in the university’s language/,
    }),
  )
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  expect(await settings.findByRole('heading', { name: 'Previous university' })).toBeInTheDocument()
  await user.type(settings.getByLabelText('Question'), 'Universitatea anterioară')
  await user.click(screen.getByRole('button', { name: 'Publish…' }))
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  await waitFor(async () => expect((await stored()).state).toBe('published'), { timeout: 5000 })
  expect(await screen.findByRole('button', { name: 'Retire' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Question' })).not.toBeInTheDocument()
})

test('applicants who have sent an application can be asked new questions when they are published', async () => {
  const application = await office.addApplication('submitted', { language: 'en' })
  const jobs = await (await serverSide()).startJobRunner(office.context, 50)
  await office.context.database.query(
    `update registrations set form_version_id =
       (select id from application_form_versions where state = 'published' limit 1) where id = $1`,
    [application.id],
  )
  await arrange(sample)
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Publish…' }))
  const publication = within(await screen.findByRole('dialog'))
  const audience = await publication.findByRole('group', {
    name: 'Who is asked the new questions?',
  })
  expect(within(audience).getByRole('radio', { name: 'New applicants only' })).toBeChecked()
  await user.click(
    within(audience).getByRole('radio', { name: 'The applicant of the 1 sent application too' }),
  )
  await user.click(publication.getByRole('button', { name: 'Publish' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Ask the new questions in sent applications' }),
  )
  expect((await stored()).state).toBe('published')
  expect(await dialog.findByRole('checkbox', { name: 'Years of work' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'Entry' })).not.toBeChecked()
  expect(dialog.getByLabelText('Issue explanation')).toHaveValue(
    'Please check and correct: Years of work.\n',
  )
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await user.click(await screen.findByRole('button', { name: 'Request changes 1' }))
  await waitFor(async () =>
    expect(await office.getApplication(application.id)).toMatchObject({
      ...{ status: 'update_requested', requestedChanges: [{ field: 'q_years1' }] },
    }),
  )
  await jobs.stop()
})

test('an empty draft starts from the usual form or copies another version', async () => {
  await arrange({ pages: [] })
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Start from the usual form' }))
  await waitFor(
    async () =>
      expect((await stored()).content.pages.flatMap(({ items }) => items)).toHaveLength(13),
    { timeout: 5000 },
  )
  await user.click(screen.getByRole('button', { name: 'Copy questions…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const select = await dialog.findByLabelText('From the version')
  await user.selectOptions(select, within(select).getAllByRole('option')[1] as HTMLElement)
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await waitFor(async () => expect((await stored()).content.pages.length).toBeGreaterThan(3), {
    timeout: 5000,
  })
})

test('a question has other texts for applicants who meet a condition', async () => {
  await arrange(sample)
  const user = await openEditor()
  await user.click(await screen.findByRole('button', { name: /^Years of work/ }))
  await user.click(screen.getByRole('button', { name: 'Add other texts' }))
  const variant = within(screen.getByRole('group', { name: 'Variant 1' }))
  await user.type(variant.getByLabelText('Question'), 'Ani de muncă')
  await user.selectOptions(variant.getByLabelText(/^Condition 1: what to compare/), ['Under 18'])
  await user.selectOptions(variant.getByLabelText('Condition 1: value'), ['yes'])
  await user.click(screen.getByRole('button', { name: 'Add other texts' }))
  await user.click(screen.getByRole('button', { name: 'Move variant 2 up' }))
  await waitFor(
    async () => {
      const years = (await stored()).content.pages[0]?.items[2]
      expect(years?.variants).toEqual([
        { when: { identityType: { ne: 'cnp' } } },
        { when: { isMinor: { eq: true } }, label: { ro: 'Ani de muncă' } },
      ])
    },
    { timeout: 5000 },
  )
  // The page shows the texts for the chosen person.
  const preview = within(screen.getByRole('region', { name: 'As the applicant sees it' }))
  expect(preview.getByText('Years of work (optional)')).toBeInTheDocument()
  await user.selectOptions(preview.getByLabelText('Example person'), ['Ioana, 17, a minor'])
  expect(preview.getByText('Ani de muncă (optional)')).toBeInTheDocument()
  expect(preview.getByText('Not asked of this person')).toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Remove variant 1' }))
  await user.click(screen.getByRole('button', { name: 'Remove variant 1' }))
  await waitFor(
    async () => expect((await stored()).content.pages[0]?.items[2]).not.toHaveProperty('variants'),
    { timeout: 5000 },
  )
})
