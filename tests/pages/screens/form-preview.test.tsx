/** The preview of application forms. The frame does not load here; journeys show the form in it. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { FormContent } from '#resources/admission/form-content.ts'
import type { PreviewReport, PreviewRequest } from '#src/public/preview/messages.ts'
import type { RankingApp } from '#tests/support/ranking-app.ts'
import { allAnswered, openConsole } from '../support/console-app.tsx'
import { startFormOffice } from './form-versions.ts'

const content: FormContent = {
  pages: [
    {
      id: 'p_about1',
      title: { ro: 'Despre tine', en: 'About you' },
      items: [
        {
          id: 'q_entry1',
          key: 'entry',
          type: 'choice',
          label: { en: 'Entry' },
          options: [
            { id: 'o_first1', label: { en: 'First year' } },
            { id: 'o_trans1', label: { en: 'Transfer' } },
          ],
          required: true,
        },
        {
          id: 'q_prev01',
          key: 'previous',
          type: 'text',
          max: 40,
          label: { en: 'Previous university' },
          asks: { q_entry1: { eq: 'o_trans1' } },
          required: true,
        },
      ],
    },
  ],
}

let office: RankingApp
let versionId = ''
beforeAll(async () => {
  const started = await startFormOffice()
  office = started.office
  versionId = await started.createVersion()
})
afterEach(async () => {
  cleanup()
  await allAnswered()
})
afterAll(() => office.close())

const arrange = (next: FormContent) =>
  office.call(office.admin, 'POST', `/api/application-form-versions/${versionId}/actions/arrange`, {
    content: next,
  })
const openPreview = () =>
  openConsole(`/admin/application-form-versions/${versionId}/preview`, {
    api: office,
    caller: { ...office.admin, language: 'en' },
    language: 'en',
  })

/** Acts as the page in the frame. Returns the requests that it has received. */
async function connectFrame() {
  const frame = await screen.findByTitle('As the applicant sees it')
  const { contentWindow } = frame as HTMLIFrameElement
  if (!contentWindow) throw new Error('the frame has no window')
  const post = vi.spyOn(contentWindow, 'postMessage')
  const report = (data: PreviewReport, source: Window | null = contentWindow) =>
    fireEvent(window, new MessageEvent('message', { data, source, origin: window.location.origin }))
  const requests = () => post.mock.calls.map(([data]) => data as PreviewRequest)
  return { report, requests }
}

const answeredWith = (request: PreviewRequest, asked: readonly string[]): PreviewReport => ({
  type: 'answered',
  person: request.person,
  // The frame completes the answers.
  values: request.values as Extract<PreviewReport, { type: 'answered' }>['values'],
  step: 'identity',
  steps: ['identity', 'questions'],
  asked,
})

test('the form is filled in for a person, and items without a condition that holds are listed', async () => {
  await arrange(content)
  const user = await openPreview()
  const { report, requests } = await connectFrame()
  report({ type: 'ready' })
  const [first] = requests()
  if (!first) throw new Error('nothing was sent to the frame')
  expect(first.intake.forms).toEqual([{ id: versionId, degree: 'bachelor', content, removed: [] }])
  expect(first.intake.isOpen).toBe(true)
  expect(first.values).toMatchObject({ identityType: 'cnp', citizenship: 'RO' })
  expect(JSON.parse(first.values.answers ?? '')).toEqual({
    q_entry1: 'o_first1',
    q_prev01: '',
  })

  report(answeredWith(first, ['q_entry1']))
  expect(await screen.findByText('Previous university')).toBeInTheDocument()
  expect(screen.getByText('Only asked if: Entry is Transfer')).toBeInTheDocument()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Example person' }), [
    'Elena, transfers from another university',
  ])
  const transfer = requests().at(-1)
  expect(JSON.parse(transfer?.values.answers ?? '')).toMatchObject({ q_entry1: 'o_trans1' })
  report(answeredWith(transfer ?? first, ['q_entry1', 'q_prev01']))
  expect(
    await screen.findByText('This person is asked all 2 questions of the form.'),
  ).toBeInTheDocument()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Citizenship' }), ['France'])
  expect(requests().at(-1)?.values).toMatchObject({
    citizenship: 'FR',
    identityType: 'passport',
    cnp: '',
  })
  await user.click(screen.getByRole('button', { name: 'Questions' }))
  expect(requests().at(-1)).toMatchObject({ step: 'questions', values: {} })
})

test('messages of other windows are ignored', async () => {
  await arrange(content)
  await openPreview()
  const { report, requests } = await connectFrame()
  report({ type: 'ready' }, window)
  expect(requests()).toEqual([])
})

test('a person about whom the form says nothing is named, and a failed frame can be reloaded', async () => {
  await arrange(content)
  const user = await openPreview()
  const { report } = await connectFrame()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Example person' }), [
    'Matei, Olympiad winner',
  ])
  expect(screen.getByText(/no question or special place about this/)).toBeInTheDocument()
  report({ type: 'failed' })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a form without questions says so', async () => {
  await arrange({ pages: [] })
  await openPreview()
  expect(await screen.findByText('Add a question before you preview the form.')).toBeInTheDocument()
})
