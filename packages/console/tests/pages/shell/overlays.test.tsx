/** Overlays whose code is loaded on demand. */

import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { createGate } from '@matricola/testing/gate.ts'
import {
  libraryConsole,
  libraryRegistry,
  renderInConsole,
  setUpConsoleApp,
} from '@matricola/testing/library/pages.tsx'
import { lazyModules } from '@matricola/testing/pages/lazy-modules.ts'
import {
  keysOfPage,
  type LazyOverlay,
  testLazyOverlays,
} from '@matricola/testing/pages/lazy-overlays.ts'
import { delayRequests, failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lazyOverlay } from '../../../app/lazy-overlay.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Popup } from '../../../kit/popup.tsx'
import { clearSelections } from '../../../pages/bulk/selection.ts'
import { resetJobTracking } from '../../../pages/jobs/job-tracking.ts'

const site = setUpConsoleApp(async (make) => {
  const branch = await make('branches', { name: 'Informatică' })
  await make('books', { title: 'Algebră', isbn: '9789731234567' })
  await make('members', { lastName: 'Albu', firstName: 'Dan', cardNumber: 'R-001' })
  return branch.id
})
type OverlayVisit = Parameters<typeof site.open>[1]

beforeEach(() => {
  clearSelections()
  resetJobTracking()
})

const books = async (visit: OverlayVisit = {}) => {
  const user = await site.open('/admin/books', visit)
  await screen.findByRole('link', { name: 'Algebră' })
  return user
}
const selected = async (address: string, name: RegExp) => {
  const user = await site.open(address)
  await user.click(await screen.findByRole('checkbox', { name }))
  return user
}
const getSelectionButton = (name: string) =>
  within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name })
const chooseFromMenu = async (user: UserEvent, name: string) => {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('button', { name }))
}
const branch = () => `/admin/branches/${site.records}`
const dialogNamed = (name: string | RegExp) => () => screen.queryByRole('dialog', { name })

/** Every overlay created with `lazyOverlay`, by the module it loads. */
const overlays: { readonly [module: string]: LazyOverlay } = {
  'packages/console/screens/palette/palette.tsx': {
    page: books,
    open: (user) => user.keyboard('{Control>}k{/Control}'),
    find: dialogNamed('Search or go to a page'),
    takesText: true,
  },
  'packages/console/shortcuts/shortcuts-dialog.tsx': {
    page: books,
    open: (user) => user.keyboard('?'),
    find: dialogNamed('Keyboard shortcuts'),
  },
  'packages/console/shell/menu-drawer.tsx': {
    page: async () => {
      const user = await site.open('/admin/books', { isNarrow: true })
      await screen.findByText('Algebră')
      return user
    },
    open: (user) => user.click(screen.getByRole('button', { name: 'Open menu' })),
    find: dialogNamed('Main menu'),
  },
  'packages/console/screens/clock-dialog.tsx': {
    page: () =>
      books({
        user: {
          alarms: { clock: { now: '2027-12-27T10:00:00.000Z', known: '2026-11-22T09:00:00.000Z' } },
        },
      }),
    open: async (user) => user.click(await screen.findByRole('button', { name: 'Check the date' })),
    find: dialogNamed(/^Is it 27 December 2027/),
  },
  'packages/console/screens/password-dialog.tsx': {
    page: books,
    open: async () => {
      const { create } = endpointsOf(libraryRegistry.get('books'))
      handle(create, () =>
        failureResponse(403, 'reauthentication.required', 'Give your password again.'),
      )
      act(() => void libraryConsole.providers.http.request(create, { body: {} }).catch(() => {}))
      await screen.findByText('Loading…')
    },
    find: () => screen.queryByRole('dialog', { name: /password/i }),
    takesText: true,
  },
  'packages/console/pages/jobs/job-dialog.tsx': {
    page: () => selected('/admin/books', /^Select Algebră/),
    open: async (user) => {
      await waitFor(() =>
        expect(getSelectionButton('Deactivate')).toHaveAttribute('aria-disabled', 'false'),
      )
      await user.click(getSelectionButton('Deactivate'))
    },
    find: dialogNamed(/^Deactivate: Books/),
  },
  'packages/console/pages/history/restore-dialog.tsx': {
    page: async () => {
      const { update } = endpointsOf(libraryRegistry.get('branches'))
      await site.api.call(site.as('admin'), 'PATCH', update.path, {
        id: site.records,
        version: 1,
        office: 'B 2',
      })
      return site.open(`${branch()}?tab=history`)
    },
    open: async (user) => user.click(await screen.findByRole('button', { name: 'Restore' })),
    find: dialogNamed('Restore: Informatică'),
  },
  'packages/console/pages/history/value-history-dialog.tsx': {
    page: () => site.open(branch()),
    open: async (user) =>
      user.click(await screen.findByRole('button', { name: 'See who changed: Office' })),
    find: dialogNamed('Value history: Informatică'),
  },
  'packages/console/pages/history/as-of-dialog.tsx': {
    page: books,
    open: (user) => chooseFromMenu(user, 'As of …'),
    find: dialogNamed('Show an earlier day'),
    takesText: true,
  },
  'packages/console/pages/bulk/bulk-edit-dialog.tsx': {
    page: () => selected('/admin/books', /^Select Algebră/),
    open: (user) => user.click(getSelectionButton('Edit fields')),
    find: dialogNamed(/^Edit fields/),
  },
  'packages/console/pages/show/action-dialog.tsx': {
    page: () => selected('/admin/members', /^Select Albu Dan/),
    open: async (user) => {
      await user.click(getSelectionButton('More actions'))
      await user.click(screen.getByRole('button', { name: 'Suspend' }))
    },
    find: dialogNamed(/^Suspend/),
  },
  'packages/console/pages/exchange/export/export-dialog.tsx': {
    page: books,
    open: (user) => chooseFromMenu(user, 'Export'),
    find: dialogNamed('Export: Books'),
  },
  'packages/console/pages/exchange/paste/paste-dialog.tsx': {
    page: books,
    open: (user) => chooseFromMenu(user, 'Paste cells'),
    find: dialogNamed('Paste cells: Books'),
  },
  'packages/console/pages/list/cells/cell-editor.tsx': {
    page: books,
    open: (user) => user.click(screen.getByRole('button', { name: 'Edit Author: Algebră' })),
    find: () => screen.queryByRole('group', { name: 'Edit Author: Algebră' }),
    takesText: true,
  },
}

test('every overlay with lazily loaded code is opened by a test in this file', () => {
  expect(lazyModules('packages/console', 'packages/schema/field-types')).toEqual(
    Object.keys(overlays).sort(),
  )
})

testLazyOverlays(overlays)

test('a job that is being created also blocks keys, until its dialog opens or Escape stops the wait', async () => {
  const user = await selected('/admin/books', /^Select Algebră/)
  const selectionRequests = delayRequests(endpointsOf(libraryRegistry.get('books')).selections)
  // Until the records of the selection are known, the button only explains why it is disabled.
  await waitFor(() =>
    expect(getSelectionButton('Deactivate')).toHaveAttribute('aria-disabled', 'false'),
  )
  await user.click(getSelectionButton('Deactivate'))
  await waitFor(() => expect(selectionRequests.requests).toHaveLength(1))
  const { receivedKeys, end } = keysOfPage()
  await user.keyboard('x?')
  expect(receivedKeys).toEqual([])
  selectionRequests.release()
  await screen.findByRole('dialog', { name: 'Deactivate: Books' })
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  end()
})

const Question = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="A question" footer={null} onClose={onClose}>
    <input aria-label="Answer" />
  </Dialog>
)

test('an overlay whose code cannot be loaded shows a message, releases the keys, and can be opened again', async () => {
  let tries = 0
  const Later = lazyOverlay(async () => {
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
  const user = await renderInConsole(<Page />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' }))
  const { receivedKeys, end } = keysOfPage()
  await user.keyboard('x')
  expect(receivedKeys).toEqual(['x'])
  end()
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  const answer = await screen.findByRole('textbox', { name: 'Answer' })
  await user.keyboard('yes')
  expect(answer).toHaveValue('yes')
})

test('an overlay that is still loading after ten seconds shows a message, releases the keys, and opens at the next attempt', async () => {
  const { open: openGate, opened } = createGate()
  const Later = lazyOverlay(async () => {
    await opened
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
  const user = await renderInConsole(<Page />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(screen.queryByText('Could not open.')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  vi.useRealTimers()
  expect(await screen.findByText('Could not open.')).toBeTruthy()
  const { receivedKeys, end } = keysOfPage()
  await user.keyboard('x')
  expect(receivedKeys).toEqual(['x'])
  end()
  openGate()
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await screen.findByRole('textbox', { name: 'Answer' })).toBeTruthy()
})

test('text pasted while an overlay opens is inserted into its input', async () => {
  const { open: openGate, opened } = createGate()
  const Later = lazyOverlay(async () => {
    await opened
    return Question
  })
  const user = await renderInConsole(<Later onClose={() => {}} />)
  await user.paste('Țîrlea')
  openGate()
  const answer = await screen.findByRole('textbox', { name: 'Answer' })
  await waitFor(() => expect(answer).toHaveValue('Țîrlea'))
})

test('a popup receives focus immediately; its first control receives it once it has loaded', async () => {
  let arrive = () => {}
  const Content = () => {
    const [isThere, setThere] = useState(false)
    arrive = () => setThere(true)
    return isThere ? <input aria-label="Find" /> : <p>Loading</p>
  }
  const user = await renderInConsole(
    <Popup button="Choose" panelLabel="Choices">
      {() => <Content />}
    </Popup>,
  )
  await user.click(screen.getByRole('button', { name: 'Choose' }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Choices' }))
  act(arrive)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find' })),
  )
})
