/** Overlays whose code loads late: from the key press or click that opens one, it captures all keys. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { request } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import { later } from '#src/console/later.tsx'
import { Dialog } from '#src/kit/dialog.tsx'
import { Popup } from '#src/kit/popup.tsx'
import { clearSelections } from '#src/pages/bulk/selection.ts'
import { forgetJobs } from '#src/pages/jobs/followed.ts'
import { gate } from '#tests/support/gate.ts'
import { show } from '../forms/support.tsx'
import { applicationHere, serverSide } from '../support/application.tsx'
import { failure, hold, on } from '../support/network.ts'

const site = applicationHere(async (make, api) => {
  const { plantRegistration } = await serverSide()
  const department = await make('departments', { name: 'Informatică' })
  const programme = { name: 'Calculatoare', code: 'CAL', departmentProfileId: department.id, yearsOfStudy: 3, totalCredits: 180 }
  const { id: specializationId } = await make('specializations', programme)
  await make('courses', { name: 'Algebră', code: 'CAL-1', specializationId, year: 1, semester: 1, credits: 5 })
  await plantRegistration(api.context, 990, {
    ...{ departmentProfileId: department.id, specializationId, lastName: 'Albu', firstName: 'Dan', referenceCode: 'ID72049910' },
    ...{ status: 'under_review', submittedAt: '2026-11-09T08:30:00.000Z' },
  })
  return department.id
})
type Visit = Parameters<typeof site.open>[1]

beforeEach(() => {
  clearSelections()
  forgetJobs()
})

const courses = async (visit: Visit = {}) => {
  const hands = await site.open('/admin/courses', visit)
  await screen.findByRole('link', { name: 'Algebră' })
  return hands
}
const selected = async (address: string, name: RegExp) => {
  const hands = await site.open(address)
  await hands.click(await screen.findByRole('checkbox', { name }))
  return hands
}
const ofSelection = (name: string) => within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name })
const fromTheMenu = async (hands: UserEvent, name: string) => {
  await hands.click(await screen.findByRole('button', { name: 'More' }))
  await hands.click(screen.getByRole('button', { name }))
}
const department = () => `/admin/departments/${site.records}`
const aDialog = (name: string | RegExp) => () => screen.queryByRole('dialog', { name })

interface Overlay {
  readonly page: () => Promise<UserEvent>
  readonly open: (hands: UserEvent) => Promise<unknown>
  readonly shown: () => HTMLElement | null
  /** Whether its first control is a text input. */
  readonly takesText?: true
}

/** Every overlay created with `later`, by the module it loads. */
const overlays: { readonly [module: string]: Overlay } = {
  'src/screens/palette/palette.tsx': {
    page: courses,
    open: (hands) => hands.keyboard('{Control>}k{/Control}'),
    shown: aDialog('Search and go to'),
    takesText: true,
  },
  'src/console/keys/key-sheet.tsx': { page: courses, open: (hands) => hands.keyboard('?'), shown: aDialog('Keyboard shortcuts') },
  'src/console/shell/drawer.tsx': {
    page: async () => {
      const hands = await site.open('/admin/courses', { isNarrow: true })
      await screen.findByText('Algebră')
      return hands
    },
    open: (hands) => hands.click(screen.getByRole('button', { name: 'Open menu' })),
    shown: aDialog('Main menu'),
  },
  'src/screens/clock-dialog.tsx': {
    page: () => courses({ user: { alarms: { clock: { now: '2027-12-27T10:00:00.000Z', known: '2026-11-22T09:00:00.000Z' } } } }),
    open: (hands) => hands.click(screen.getByRole('button', { name: 'Check the date' })),
    shown: aDialog(/^Is it 27 December 2027/),
  },
  'src/screens/password-dialog.tsx': {
    page: courses,
    open: async () => {
      const { create } = endpointsOf(resourceNamed('courses'))
      on(create, () => failure(403, 'reauthentication.required', 'Give your password again.'))
      act(() => void request(create, { body: {} }).catch(() => {}))
      await screen.findByText('Loading…')
    },
    shown: () => screen.queryByRole('dialog', { name: /password/i }),
    takesText: true,
  },
  'src/pages/jobs/job-dialog.tsx': {
    page: () => selected('/admin/courses', /^Select Algebră/),
    open: async (hands) => {
      await waitFor(() => expect(ofSelection('Deactivate')).toHaveAttribute('aria-disabled', 'false'))
      await hands.click(ofSelection('Deactivate'))
    },
    shown: aDialog(/^Deactivate: Courses/),
  },
  'src/pages/history/restore.tsx': {
    page: async () => {
      const { update } = endpointsOf(resourceNamed('departments'))
      await site.api.call(site.as('admin'), 'PATCH', update.path, { id: site.records, version: 1, office: 'B 2' })
      return site.open(`${department()}?tab=history`)
    },
    open: async (hands) => hands.click(await screen.findByRole('button', { name: 'Restore' })),
    shown: aDialog('Restore: Informatică'),
  },
  'src/pages/history/value-history.tsx': {
    page: () => site.open(department()),
    open: async (hands) => hands.click(await screen.findByRole('button', { name: 'Who changed: Office' })),
    shown: aDialog('Who changed it: Informatică'),
  },
  'src/pages/history/as-of-dialog.tsx': {
    page: courses,
    open: (hands) => fromTheMenu(hands, 'As of …'),
    shown: aDialog('As it was on an earlier day'),
    takesText: true,
  },
  'src/pages/bulk/edit-dialog.tsx': {
    page: () => selected('/admin/courses', /^Select Algebră/),
    open: (hands) => hands.click(ofSelection('Edit fields')),
    shown: aDialog(/^Edit fields/),
  },
  'src/pages/show/action-dialog.tsx': {
    page: () => selected('/admin/registrations', /^Select Albu Dan/),
    open: async (hands) => {
      await hands.click(ofSelection('More actions'))
      await hands.click(screen.getByRole('button', { name: 'Decline' }))
    },
    shown: aDialog(/^Decline/),
  },
  'src/pages/exchange/export/dialog.tsx': {
    page: courses,
    open: (hands) => fromTheMenu(hands, 'Export'),
    shown: aDialog('Export: Courses'),
  },
  'src/pages/exchange/paste/paste-dialog.tsx': {
    page: courses,
    open: (hands) => fromTheMenu(hands, 'Paste cells'),
    shown: aDialog('Paste cells: Courses'),
  },
  'src/pages/list/cells/cell-editor.tsx': {
    page: courses,
    open: (hands) => hands.click(screen.getByRole('button', { name: 'Edit Module: Algebră' })),
    shown: () => screen.queryByRole('group', { name: 'Edit Module: Algebră' }),
    takesText: true,
  },
}

/** Modules that the sources load with `later`. */
function laterModules(): string[] {
  const files = ['src', 'own/src', 'kinds'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const found = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/= later\([\s\S]*?import\('([^']+)'\)/g)].map(([, module = '']) =>
        module.startsWith('#') ? module.slice(1) : join(dirname(path), module),
      ),
    )
  return [...new Set(found)].sort()
}

const letters = 'dax'
/** Records the keys that reach the page's own document listeners. */
function keysOfPage() {
  const heard: string[] = []
  const listen = (event: KeyboardEvent) => heard.push(event.key)
  document.addEventListener('keydown', listen)
  return { heard, end: () => document.removeEventListener('keydown', listen) }
}
const textInFocus = () => {
  const { activeElement } = document
  const isText =
    activeElement instanceof HTMLTextAreaElement || (activeElement instanceof HTMLInputElement && activeElement.type !== 'checkbox')
  return isText ? activeElement.value : null
}

test('every overlay with lazily loaded code is opened below', () => {
  expect(laterModules()).toEqual(Object.keys(overlays).sort())
})

describe.each(Object.entries(overlays))('%s, while its code is loading', (module, { page, open, shown, takesText }) => {
  test('keeps every key from the page, closes on Escape, and receives the typed text once it is loaded', async () => {
    const { open: letGo, opened } = gate()
    vi.doMock(`#${module}`, async (original) => {
      await opened
      return original()
    })
    const hands = await page()
    await open(hands)
    const { pathname } = window.location
    let { heard, end } = keysOfPage()
    await hands.keyboard(`${letters}/n{Control>}s{/Control}{Enter}`)
    expect([heard, window.location.pathname, shown(), screen.queryByRole('dialog')]).toEqual([[], pathname, null, null])
    await hands.keyboard('{Escape}')
    end()
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())

    await open(hands)
    ;({ heard, end } = keysOfPage())
    await hands.keyboard(letters)
    await hands.keyboard('{Backspace}e')
    letGo()
    await waitFor(() => expect(shown()).toBeTruthy())
    expect([heard, window.location.pathname]).toEqual([[], pathname])
    end()
    if (takesText) await waitFor(() => expect(textInFocus()).toContain('dae'))
    await waitFor(() => expect(shown()?.contains(document.activeElement)).toBe(true))
    await hands.keyboard('{Escape}')
    vi.doUnmock(`#${module}`)
  })
})

test('a job that is being created also blocks keys, until its dialog opens or Escape stops the wait', async () => {
  const hands = await selected('/admin/courses', /^Select Algebră/)
  const making = hold({ method: 'POST', path: '/api/courses/selection' } as Parameters<typeof hold>[0])
  // Until the selection knows its records, the button only explains why it is disabled.
  await waitFor(() => expect(ofSelection('Deactivate')).toHaveAttribute('aria-disabled', 'false'))
  await hands.click(ofSelection('Deactivate'))
  const { heard, end } = keysOfPage()
  await hands.keyboard('x?')
  expect(heard).toEqual([])
  making.letGo()
  await screen.findByRole('dialog', { name: 'Deactivate: Courses' })
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  end()
})

const Question = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="A question" footer={null} onClose={onClose}>
    <input aria-label="Answer" />
  </Dialog>
)

test('an overlay whose code cannot be loaded releases the keys with a message, and can be opened again', async () => {
  let tries = 0
  const Later = later(async () => {
    tries += 1
    if (tries === 1) throw new Error('offline')
    return Question
  })
  const Page = () => {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
        {isOpen && <Later onClose={() => setOpen(false)} />}
      </>
    )
  }
  const hands = await show(<Page />)
  await hands.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' }))
  const { heard, end } = keysOfPage()
  await hands.keyboard('x')
  expect(heard).toEqual(['x'])
  end()
  await hands.click(screen.getByRole('button', { name: 'Ask' }))
  const answer = await screen.findByRole('textbox', { name: 'Answer' })
  await hands.keyboard('yes')
  expect(answer).toHaveValue('yes')
})

test('text pasted while an overlay opens is typed into it', async () => {
  const { open: letGo, opened } = gate()
  const Later = later(async () => {
    await opened
    return Question
  })
  const hands = await show(<Later onClose={() => {}} />)
  await hands.paste('Țîrlea')
  letGo()
  const answer = await screen.findByRole('textbox', { name: 'Answer' })
  await waitFor(() => expect(answer).toHaveValue('Țîrlea'))
})

test('a popup gets the focus at once, and its first control once that exists', async () => {
  let arrive = () => {}
  const Content = () => {
    const [isThere, setThere] = useState(false)
    arrive = () => setThere(true)
    return isThere ? <input aria-label="Find" /> : <p>Loading</p>
  }
  const hands = await show(
    <Popup button="Choose" panelLabel="Choices">
      {() => <Content />}
    </Popup>,
  )
  await hands.click(screen.getByRole('button', { name: 'Choose' }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Choices' }))
  act(arrive)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find' })))
})
