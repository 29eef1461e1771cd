/** Inputs of formulas, tie-breakers and conditions in the form of a ranked programme. */

import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { tryRankingRule } from '#resources/calls/ranking-rules.ts'
import type { RankingApp } from '#tests/support/ranking-app.ts'
import { allAnswered, openConsole, serverSide } from '../support/console-app.tsx'

const stored = {
  formula: '0.8 * baccalaureateAverage + 0.2 * examGrade',
  requires: 'examGrade >= 5',
  firstTie: 'romanianGrade',
  secondTie: null,
}
let office: RankingApp
let id = ''
beforeAll(async () => {
  office = await (await serverSide()).startRankingApp()
  const { data } = await office.call<{ list: readonly WireRecord[] }>(
    office.admin,
    'GET',
    '/api/admission-programmes',
  )
  id = data.list.find(({ specializationId }) => specializationId === office.philologyId)?.id ?? ''
})
beforeEach(async () => {
  await update(stored)
})
afterEach(async () => {
  cleanup()
  await allAnswered()
})
afterAll(() => office.close())

const read = async () =>
  (await office.call<WireRecord>(office.admin, 'GET', `/api/admission-programmes/${id}`)).data
async function update(values: object) {
  const { version } = await read()
  const answer = await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
    ...{ id, version, ...values },
  })
  expect(answer.status).toBe(200)
}
const open = (language: 'en' | 'ro' = 'en') =>
  openConsole(`/admin/admission-programmes/${id}/edit`, {
    api: office,
    caller: { ...office.admin, language },
    language,
  })
/** The label of an optional field says so after its name. */
const findGroup = (name: string) =>
  screen.findByRole('group', { name: new RegExp(`^${name}( \\(optional\\))?$`) })
const group = async (name: string) => within(await findGroup(name))
/** The input, with the buttons below its rows. */
const inputOf = async (name: string) =>
  within((await findGroup(name)).closest('.formula-input') as HTMLElement)
const save = () => screen.getByRole('button', { name: 'Save' })
/** Numbers and grades of the rows. */
const rowsOf = async (name: string) => [
  ...(await group(name)).getAllByRole('textbox').map((input) => (input as HTMLInputElement).value),
  ...(await group(name))
    .getAllByRole('combobox')
    .map((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent),
]

test('a weighted sum is edited as rows of a weight and a grade, and stored as the formula', async () => {
  const user = await open()
  const average = await inputOf('Admission average')
  expect(await rowsOf('Admission average')).toEqual([
    ...['80', '20', 'Baccalaureate average', 'Admission exam grade'],
  ])
  expect(average.getByText('80% + 20% = 100%')).toBeInTheDocument()
  expect(average.queryByText(/do not add up/)).not.toBeInTheDocument()
  const [first, second] = average.getAllByRole('textbox')
  await user.clear(first as HTMLElement)
  await user.type(first as HTMLElement, '62.5')
  expect(average.getByText('62.5% + 20% = 82.5%')).toBeInTheDocument()
  expect(average.getByText('The weights do not add up to 100%.')).toBeInTheDocument()
  await user.clear(second as HTMLElement)
  await user.type(second as HTMLElement, '37.5')
  expect(average.queryByText(/do not add up/)).not.toBeInTheDocument()
  expect(
    await average.findByText(
      '0.625 × Baccalaureate average + 0.375 × Admission exam grade, truncated to 2 decimal places',
    ),
  ).toBeInTheDocument()
  await user.click(save())
  await waitFor(async () =>
    expect(await read()).toMatchObject({
      ...stored,
      formula: '0.625 * baccalaureateAverage + 0.375 * examGrade',
    }),
  )
})

test('numbers are written as in the reader’s language', async () => {
  await update({ formula: '0.625 * baccalaureateAverage + 0.375 * examGrade' })
  await open('ro')
  const average = within(await screen.findByRole('group', { name: 'Media de admitere' }))
  expect(average.getAllByRole('textbox').map((input) => (input as HTMLInputElement).value)).toEqual(
    ['62,5', '37,5'],
  )
})

test('an added row takes the rest to 100 %, receives focus, and offers only grades without a row', async () => {
  const user = await open()
  const average = await inputOf('Admission average')
  await user.clear(average.getAllByRole('textbox')[1] as HTMLElement)
  await user.type(average.getAllByRole('textbox')[1] as HTMLElement, '5')
  await user.click(average.getByRole('button', { name: 'Add a grade' }))
  const added = average.getByRole('combobox', { name: 'Grade, row 3' })
  expect(added).toHaveFocus()
  expect(average.getByRole('textbox', { name: 'Weight in percent, row 3' })).toHaveValue('15')
  expect(
    within(added)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...['Choose', 'Baccalaureate grade in Romanian', 'Baccalaureate grade in the profile subject'],
    'Bachelor’s degree average',
  ])
  await user.selectOptions(added, 'Bachelor’s degree average')
  await user.click(average.getByRole('button', { name: 'Remove: row 1' }))
  expect(average.getByRole('combobox', { name: 'Grade, row 1' })).toHaveFocus()
  await user.click(save())
  await waitFor(async () =>
    expect((await read()).formula).toBe('0.05 * examGrade + 0.15 * degreeAverage'),
  )
})

test('a row without a grade is not saved, is marked in the form, and is never lost', async () => {
  const user = await open()
  const average = await inputOf('Admission average')
  await user.click(average.getByRole('button', { name: 'Add a grade' }))
  await user.type(average.getByRole('textbox', { name: 'Weight in percent, row 3' }), '10')
  await user.click(save())
  expect(await average.findByText('Complete or remove each unfinished row.')).toBeInTheDocument()
  expect(screen.getAllByText('The formula is incomplete.').length).toBeGreaterThan(0)
  const grade = average.getByRole('combobox', { name: 'Grade, row 3' })
  expect(grade).toBeInvalid()
  expect(grade).toHaveAccessibleDescription('Complete or remove each unfinished row.')
  expect(average.getByRole('combobox', { name: 'Grade, row 1' })).toBeValid()
  expect(await read()).toMatchObject(stored)
  await user.click(average.getByRole('button', { name: 'Remove: row 3' }))
  await user.click(save())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(await read()).toMatchObject(stored)
})

test('a weight that is not a number is refused, and stays as typed', async () => {
  const user = await open()
  const average = await inputOf('Admission average')
  const weight = average.getByRole('textbox', { name: 'Weight in percent, row 2' })
  await user.clear(weight)
  await user.type(weight, 'x')
  expect(weight).toBeInvalid()
  await user.click(save())
  expect((await screen.findAllByText('The formula is incomplete.')).length).toBeGreaterThan(0)
  expect(weight).toHaveValue('x')
  expect(await read()).toMatchObject(stored)
})

test('a tie-break that is one grade has no warning, and can be removed', async () => {
  const user = await open()
  const tie = await inputOf('First tie-break')
  expect(await rowsOf('First tie-break')).toEqual(['100', 'Baccalaureate grade in Romanian'])
  expect(tie.queryByText(/%/, { selector: 'p' })).not.toBeInTheDocument()
  await user.click(tie.getByRole('button', { name: 'Remove: row 1' }))
  expect(tie.getByRole('button', { name: 'Add a grade' })).toHaveFocus()
  await user.click(save())
  await waitFor(async () => expect((await read()).firstTie).toBeNull())
})

test('minimums are rows of a grade and a number, and stored as the condition', async () => {
  const user = await open()
  const condition = await inputOf('Condition')
  await user.click(condition.getByRole('button', { name: 'Add a minimum' }))
  await user.selectOptions(
    condition.getByRole('combobox', { name: 'Grade, row 2' }),
    'Baccalaureate average',
  )
  await user.type(condition.getByRole('textbox', { name: 'Minimum, row 2' }), '6.5')
  expect(
    await condition.findByText(
      'Admission exam grade at least 5 and Baccalaureate average at least 6.5',
    ),
  ).toBeInTheDocument()
  await user.click(save())
  await waitFor(async () =>
    expect((await read()).requires).toBe('examGrade >= 5 and baccalaureateAverage >= 6.5'),
  )
})

test('the formula can be written as text, and goes back to rows if they can express it', async () => {
  const user = await open()
  await user.click(
    (await inputOf('Admission average')).getByRole('button', { name: 'Write as a formula' }),
  )
  const text = screen.getByRole('textbox', { name: 'Admission average' })
  expect(text).toHaveValue(stored.formula)
  expect(text).toHaveAccessibleDescription(
    /Names of the grades: baccalaureateAverage \(Baccalaureate average\)/,
  )
  await user.clear(text)
  await user.type(text, 'max(examGrade, degreeAverage)')
  expect(screen.queryByRole('button', { name: 'Edit as rows' })).not.toBeInTheDocument()
  expect(screen.getByText(/Rows cannot express this text\./)).toBeInTheDocument()
  await user.clear(text)
  await user.type(text, '0.5 * examGrade + degreeAverage * 50 %')
  await user.click(screen.getByRole('button', { name: 'Edit as rows' }))
  expect(await rowsOf('Admission average')).toEqual([
    ...['50', '50', 'Admission exam grade', 'Bachelor’s degree average'],
  ])
  await user.click(save())
  await waitFor(async () =>
    expect((await read()).formula).toBe('0.5 * examGrade + degreeAverage * 50 %'),
  )
})

test('a formula that rows cannot express opens as text', async () => {
  await update({ formula: 'max(examGrade, degreeAverage)' })
  await open()
  expect(await screen.findByRole('textbox', { name: 'Admission average' })).toHaveValue(
    'max(examGrade, degreeAverage)',
  )
})

/** Opens the form, and the dialog below the formula. */
async function openTrial(change?: (user: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const user = await open()
  await change?.(user)
  await user.click(await screen.findByRole('button', { name: 'Try on candidates' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Try on candidates' })) }
}
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('trying a rule that nobody can be ranked by says what to do, and explains the rule in each language', async () => {
  const { user, dialog } = await openTrial()
  expect(
    await dialog.findByText(/^No application has chosen this programme/, { selector: 'p' }),
  ).toBeInTheDocument()
  expect(
    dialog.getByText(
      'Admission average: 0.8 × Baccalaureate average + 0.2 × Admission exam grade, truncated to 2 decimal places',
    ),
  ).toBeInTheDocument()
  const romanian = dialog.getByText(/trunchiat la 2 zecimale/)
  expect(romanian.closest('[lang]')).toHaveAttribute('lang', 'ro')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a rule is tried as it is in the form, and what was entered stays', async () => {
  const [first, second] = await Promise.all([
    office.addGradedApplication({ average: 9 }, { examGrade: 6 }),
    office.addGradedApplication({ average: 8 }, { examGrade: 9.5 }),
  ])
  const referenceOf = async (application: string) =>
    String((await office.getApplication(application)).referenceCode)
  const [a, b] = await Promise.all([referenceOf(first), referenceOf(second)])
  const { user, dialog } = await openTrial(async (visitor) => {
    const average = await inputOf('Admission average')
    for (const [index, weight] of ['50', '50'].entries()) {
      const input = average.getAllByRole('textbox')[index] as HTMLElement
      await visitor.clear(input)
      await visitor.type(input, weight)
    }
  })
  expect(
    await dialog.findByText('1 pair of applications changes order.', { selector: 'p' }),
  ).toBeInTheDocument()
  expect(dialog.getByText(`${b} moves ahead of ${a}`)).toBeInTheDocument()
  expect(
    dialog.getByText(
      'Positions are among all applications that chose this programme, whether or not their grades have been checked. The last place is position 2, the number of state-funded and fee-paying places. “Now” is the saved calculation.',
    ),
  ).toBeInTheDocument()
  expect(cellsOf(dialog.getByRole('table', { name: 'Results of the calculations' }))).toEqual([
    ['Applications', 'Now', 'Proposed'],
    ['Ranked', '2', '2'],
    ['Average at the last place', '8.30', '7.50'],
    ['Equal at the last place', '0', '0'],
    ['Average shared with others', '0', '0'],
    ['Condition not met', '0', '0'],
    ['Average cannot be computed', '0', '0'],
  ])
  const [, best] = cellsOf(dialog.getByRole('table', { name: 'Examples' }))
  expect(best).toEqual([
    `${b}near the last place`,
    '8.30, position 2',
    '8.75, position 10.5 × 8 + 0.5 × 9.5',
    ...['8', '9', '9.5'],
  ])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(await rowsOf('Admission average')).toEqual([
    ...['50', '50', 'Baccalaureate average', 'Admission exam grade'],
  ])
})

test('a rule that is not valid names its fields, and another failure can be retried', async () => {
  const { user, dialog } = await openTrial(async (visitor) => {
    await visitor.click((await inputOf('Condition')).getByRole('button', { name: 'Add a minimum' }))
  })
  expect(await dialog.findByText('Condition: The formula is incomplete.')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  cleanup()
  handle(tryRankingRule, () => failureResponse(503, 'server.busy', 'The server is busy.'))
  const failed = await openTrial()
  expect(await failed.dialog.findByText('The server is busy.')).toBeInTheDocument()
  expect(failed.dialog.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
})

test('a question of the application form is offered like a grade, with its words', async () => {
  const create = async (resource: string, body: object) =>
    (await office.call<WireRecord>(office.admin, 'POST', `/api/${resource}/create`, body)).data.id
  const formId = await create('application-forms', {
    ...{ name: 'Licență', admissionSessionId: office.sessionId, degree: 'bachelor' },
  })
  const versionId = await create('application-form-versions', { formId })
  const label = { ro: 'Nota portofoliului', en: 'Portfolio grade' }
  const question = { id: 'q_portf1', key: 'portfolio', type: 'grade', label, required: true }
  const content = { pages: [{ id: 'p_about1', title: label, items: [question] }] }
  for (const [action, body] of [
    ['arrange', { content }],
    ['publish', {}],
  ] as const)
    expect(
      (
        await office.call(
          office.admin,
          'POST',
          `/api/application-form-versions/${versionId}/actions/${action}`,
          body,
        )
      ).status,
    ).toBe(200)

  await update({ formula: '0.8 * baccalaureateAverage + 0.2 * answers.portfolio' })
  const user = await open('ro')
  const average = await inputOf('Media de admitere')
  await waitFor(async () =>
    expect(await rowsOf('Media de admitere')).toEqual([
      ...['80', '20', 'Media de bacalaureat', 'Nota portofoliului'],
    ]),
  )
  expect(
    await average.findByText(/0,8 × Media de bacalaureat \+ 0,2 × Nota portofoliului/),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Încearcă pe candidați' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findAllByText(/Nota portofoliului/)).length).toBeGreaterThan(0)
})
