/** Replacing the lost access code of a saved application. */

import { recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { describe, expect, test } from 'vitest'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import { draftPath, lostDraftCodePath, newDraftCodePath } from '#resources/paths.ts'
import {
  type ApplicationDraft,
  createApplicationDraft,
  type DraftValues,
  emptyAnswers,
} from '#src/public/apply/application-draft.ts'
import { setAdmission, site } from '../../support/application-form.ts'
import { openPublicPage } from '../../support/public-page.tsx'

const address = 'stefania@example.ro'
const birthDate = { birthDay: '5', birthMonth: '9', birthYear: '2006' }
const answers: DraftValues = {
  ...{
    ...emptyAnswers,
    ...birthDate,
    lastName: 'Țîrlea',
    personalEmail: address,
    phone: '0740 123 456',
    city: 'Cluj-Napoca',
  },
  ...{ address: 'Str. Observatorului 12', postalCode: '400500' },
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const getStoredDraft = () => get<ApplicationDraft>('matricola.application')

/** Saves an application with the server, as another device does. */
async function saveOnOtherDevice(
  values: Partial<DraftValues> = {},
  key = createApplicationDraft().key,
) {
  const body = {
    content: { key, step: 'contact', values: { ...answers, ...values }, filled: [] },
    documents: {},
  }
  return (
    await site.api.browser().call<WireSavedDraft>('POST', admissionEndpoints.saveDraft.path, body)
  ).data
}

/** Keeps the saved application on this device as well. */
async function saveOnThisDevice(saved: WireSavedDraft, key: string): Promise<void> {
  const later = { ...saved, base: { values: answers, filled: [], documents: {} } }
  await set('matricola.application', {
    ...createApplicationDraft(),
    key,
    step: 'contact',
    values: answers,
    later,
  } satisfies ApplicationDraft)
}

/** Path of the link that was mailed last. */
async function mailedLink(): Promise<string> {
  const mail = (await site.api.deliverEmails()).at(-1)
  expect(mail?.to.address).toBe(address)
  return /http:\/\/localhost:3000(\S+step=newcode\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
async function linkFor({ id }: WireSavedDraft): Promise<string> {
  const path = admissionEndpoints.requestDraftCode.path.replace(':id', id)
  await site.api.browser().call('POST', path, { birthDate: '2006-09-05' })
  return await mailedLink()
}
const getDisplayedCode = () => screen.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent ?? ''

describe('the page for a lost access code', () => {
  test('sends an email whose link shows a new code, which opens the application', async () => {
    const { id } = await saveOnOtherDevice()
    const { user } = await openPublicPage(draftPath(id))
    await user.click(await screen.findByRole('link', { name: 'I have lost the access code' }))
    expect(await heading('Get a new access code')).toBe(document.activeElement)
    await user.type(screen.getByLabelText('Day'), '05')
    await user.type(screen.getByLabelText('Month'), '9')
    await user.type(screen.getByLabelText('Year'), '2006{Enter}')
    expect(await heading('Check your email')).toBe(document.activeElement)
    expect(screen.getByText(/^If the birth date matches the saved application/)).toBeTruthy()
    const link = await mailedLink()

    document.body.innerHTML = ''
    const { user: later } = await openPublicPage(link)
    expect(await heading('Your new access code')).toBeTruthy()
    expect(screen.queryByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeNull()
    await later.click(screen.getByRole('button', { name: 'Show the new access code' }))
    const open = await screen.findByRole('button', { name: 'Open the application' })
    expect(await heading('Your new access code')).toBe(document.activeElement)
    const code = getDisplayedCode()
    await later.click(open)
    expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Cluj-Napoca')
    expect(window.location.hash).toBe('')
    await waitFor(async () =>
      expect(formatAccessCode((await getStoredDraft())?.later?.accessCode ?? '')).toBe(code),
    )
  })

  test.each([
    [['', '', ''], 'Enter your birth date', 'Day'],
    [['5', '', '2006'], 'Birth date must include a month', 'Month'],
    [['31', '2', '2006'], 'Birth date: Enter a date that exists in the calendar.', 'Day'],
    [['5', '9', '3006'], /^Birth date: Enter an earlier date/, 'Day'],
    [['x', '9', '2006'], /^Birth date: /, 'Day'],
  ])(
    'explains the error in %j, keeps the input, and sends no request',
    async (typed, text, part) => {
      const { requests } = recordRequests(admissionEndpoints.requestDraftCode)
      const { user } = await openPublicPage(lostDraftCodePath((await saveOnOtherDevice()).id))
      await heading('Get a new access code')
      const inputs = ['Day', 'Month', 'Year'].map((name) =>
        screen.getByLabelText<HTMLInputElement>(name),
      )
      for (const [index, input] of inputs.entries())
        if (typed[index]) await user.type(input, typed[index])
      await user.click(screen.getByRole('button', { name: 'Send the link' }))
      const summary = await screen.findByRole('alert')
      expect(summary).toBe(document.activeElement)
      await user.click(
        within(summary).getByRole('link', {
          name: typeof text === 'string' ? new RegExp(`${text}$`) : text,
        }),
      )
      expect(document.activeElement).toBe(screen.getByLabelText(part))
      expect(screen.getByLabelText(part).getAttribute('aria-invalid')).toBe('true')
      expect(inputs.map(({ value }) => value)).toEqual(typed)
      expect(requests).toEqual([])
    },
  )

  test('shows the same message for a wrong birth date as for an unknown application, and keeps the input for a retry', async () => {
    const saved = await saveOnOtherDevice()
    const displayedTexts: (string | null)[] = []
    for (const id of [saved.id, '00000000-0000-4000-8000-000000000000']) {
      document.body.innerHTML = ''
      const { user } = await openPublicPage(lostDraftCodePath(id))
      await user.type(await screen.findByLabelText('Day'), '6')
      await user.type(screen.getByLabelText('Month'), '9')
      await user.type(screen.getByLabelText('Year'), '2006')
      await user.click(screen.getByRole('button', { name: 'Send the link' }))
      await heading('Check your email')
      displayedTexts.push(document.querySelector('main')?.textContent ?? null)
      await user.click(screen.getByRole('button', { name: 'Enter the birth date again' }))
      expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('6')
    }
    expect(displayedTexts[0]).toBe(displayedTexts[1])
    const before = site.api.emails.length
    expect(await site.api.deliverEmails()).toHaveLength(before)
  })

  test('shows the code that is still stored on this device', async () => {
    const { key } = createApplicationDraft()
    const saved = await saveOnOtherDevice({}, key)
    await saveOnThisDevice(saved, key)
    await openPublicPage(lostDraftCodePath(saved.id))
    expect(
      await screen.findByText('This device still has an access code for the application:'),
    ).toBeTruthy()
    expect(getDisplayedCode()).toBe(formatAccessCode(saved.accessCode))
    document.body.innerHTML = ''
    await openPublicPage(lostDraftCodePath((await saveOnOtherDevice()).id))
    await heading('Get a new access code')
    expect(
      screen.queryByText('This device still has an access code for the application:'),
    ).toBeNull()
  })
})

describe('the link to a new access code', () => {
  test('says that it was already used, and offers another', async () => {
    const saved = await saveOnOtherDevice()
    const link = await linkFor(saved)
    for (const time of ['first', 'second']) {
      document.body.innerHTML = ''
      const { user } = await openPublicPage(link)
      await user.click(await screen.findByRole('button', { name: 'Show the new access code' }))
      if (time === 'first') await screen.findByRole('button', { name: 'Open the application' })
      else {
        expect(
          await screen.findByText(/^This link has already been used or has expired\./),
        ).toBeTruthy()
        await user.click(screen.getByRole('link', { name: 'Request a new link' }))
        await heading('Get a new access code')
        expect(window.location.hash).toBe(`#t=${saved.id}`)
      }
    }
  })

  test.each(['', '#t=abc', '#draft=00000000-0000-4000-8000-000000000000', '#t=abc&draft=1'])(
    'says that it is incomplete (%s), and offers a next step',
    async (fragment) => {
      await openPublicPage(`${newDraftCodePath('', '').split('#')[0]}${fragment}`)
      expect(await screen.findByText(/^This link is incomplete\./)).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Start a new application' })).toBeTruthy()
    },
  )

  test('works while applications are stopped: the code is valid once they are accepted again', async () => {
    const saved = await saveOnOtherDevice()
    const link = await linkFor(saved)
    await setAdmission({ settings: { stopApplicationRequests: true } })
    const { user } = await openPublicPage(link)
    await user.click(await screen.findByRole('button', { name: 'Show the new access code' }))
    await user.click(await screen.findByRole('button', { name: 'Open the application' }))
    expect(await heading('Your application is saved')).toBeTruthy()
  })

  test('lets a device that stores the application save with the new code', async () => {
    const { key } = createApplicationDraft()
    const saved = await saveOnOtherDevice({}, key)
    await saveOnThisDevice(saved, key)
    const link = await linkFor(saved)
    const { user } = await openPublicPage(link)
    await user.click(await screen.findByRole('button', { name: 'Show the new access code' }))
    await screen.findByRole('button', { name: 'Open the application' })
    const code = getDisplayedCode()
    expect(formatAccessCode((await getStoredDraft())?.later?.accessCode ?? '')).toBe(code)
  })

  test('informs another device that stores the application that its code was replaced', async () => {
    const { key } = createApplicationDraft()
    const saved = await saveOnOtherDevice({}, key)
    await saveOnThisDevice(saved, key)
    const token = /#t=([\w-]+)/.exec(await linkFor(saved))?.[1]
    const path = admissionEndpoints.renewDraftCode.path.replace(':id', saved.id)
    await site.api.browser().call('POST', path, { token })
    const { user } = await openPublicPage('/registration/create?step=contact')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('No longer saved for your other devices')).toBeTruthy()
    expect((await getStoredDraft())?.values.lastName).toBe('Țîrlea')
  })
})

describe('the page that saves an application', () => {
  const open = async (values: Partial<DraftValues>) => {
    await set('matricola.application', {
      ...createApplicationDraft(),
      step: 'contact',
      values: { ...answers, ...values },
    } satisfies ApplicationDraft)
    return await openPublicPage('/registration/create?step=later')
  }

  test('explains before and after saving how to replace a lost code', async () => {
    const { user } = await open({})
    expect(await screen.findByText(/^If you lose the code, open the link and choose/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save and send the link' }))
    expect(
      await screen.findByText(/^Write down the access code now\. It is not in the email/),
    ).toBeTruthy()
    expect(screen.getByText(/^If you lose the code, open the link and choose/)).toBeTruthy()
  })

  test.each([
    { birthDay: '', birthMonth: '', birthYear: '' },
    { birthMonth: '' },
    { birthDay: '31', birthMonth: '2' },
  ])(
    'says before and after saving that a lost code cannot be replaced without a birth date: %j',
    async (values) => {
      const { user } = await open(values)
      expect(await screen.findByText(/^You cannot replace a lost access code yet/)).toBeTruthy()
      await user.click(screen.getByRole('button', { name: 'Save and send the link' }))
      await screen.findByText(/^Write down the access code now/)
      expect(screen.getByText(/^You cannot replace a lost access code yet/)).toBeTruthy()
      expect(screen.queryByText(/^If you lose the code, open the link/)).toBeNull()
      await user.click(screen.getByRole('link', { name: 'Enter your birth date' }))
      expect(await heading('Your identity')).toBeTruthy()
    },
  )
})
