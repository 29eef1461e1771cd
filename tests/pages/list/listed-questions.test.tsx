/** The list of applications with the answers to questions that the office lists. */
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { queryString, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { serverSide, setUpConsoleApp } from '../support/console-app.tsx'

const registrations = endpointsOf(getResource('registrations'))
const text = (ro: string, en: string) => ({ ro, en })
const option = (id: string, ro: string, en: string) => ({ id, label: text(ro, en) })
const question = { required: false, listed: true }
const content = {
  pages: [
    {
      id: 'p_about1',
      title: text('Despre', 'About'),
      items: [
        {
          ...{ ...question, id: 'q_years1', key: 'years', type: 'integer', min: 0, max: 60 },
          label: text('Ani de lucru', 'Years of work'),
        },
        {
          ...{ ...question, id: 'q_entry1', key: 'constructor', type: 'choice' },
          label: text('Cum intrați', 'Way in'),
          options: [
            option('o_first1', 'Anul I', 'First year'),
            option('o_trans1', 'Transfer', 'By transfer'),
          ],
        },
      ],
    },
  ],
}

const site = setUpConsoleApp(async (make, { context }) => {
  const { seedRegistration } = await serverSide()
  const { database } = context
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const { id: specializationId } = await make('specializations', {
    ...{ name: 'Calculatoare', code: 'CAL', departmentProfileId },
    ...{ yearsOfStudy: 3, totalCredits: 180 },
  })
  const [session] = await database.query<{ id: string }>('select id from admission_sessions')
  const { id: formId } = await make('application-forms', {
    ...{ name: 'Licență', admissionSessionId: session?.id, degree: 'bachelor' },
  })
  const { id: formVersionId } = await make('application-form-versions', { formId })
  await database.query(
    "update application_form_versions set state = 'published', published_at = now(), content = $2 where id = $1",
    [formVersionId, JSON.stringify(content)],
  )
  for (const id of ['q_years1', 'q_entry1'])
    await database.query(
      'insert into listed_item (form_id, item_id, version_id, is_listed, format, total, done, finished_at) values ($1, $2, $3, true, 1, 0, 0, now())',
      [formId, id, formVersionId],
    )
  const people = {
    Albu: { q_years1: 3, q_entry1: 'o_first1' },
    Bota: { q_years1: 12, q_entry1: 'o_trans1' },
    Pop: {},
  }
  for (const [index, [lastName, answers]] of Object.entries(people).entries())
    await seedRegistration(context, 980 + index, {
      ...{ departmentProfileId, specializationId, lastName, firstName: 'Dan' },
      ...{ referenceCode: `ID7204981${index}`, formVersionId, answers },
    })
})

const cellsOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('shows and sorts by answers, with the words of the form', async () => {
  const list = recordRequests(registrations.list)
  const user = await site.open(
    '/secretary/registrations?columns=lastName,answers.years,answers.constructor',
    { role: 'secretary' },
  )
  const lastQuery = () => queryString(list.requests.at(-1))
  await user.click(await screen.findByRole('button', { name: 'Years of work' }))
  await waitFor(() => expect(lastQuery()).toContain('sort=answers.years'))
  expect(screen.getByRole('columnheader', { name: /Way in/ })).toBeTruthy()
  await waitFor(() =>
    expect(cellsOf('Bota')).toEqual(expect.arrayContaining(['12', 'By transfer'])),
  )
  expect(cellsOf('Albu')).toEqual(expect.arrayContaining(['3', 'First year']))
})
