import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import {
  clearToasts,
  getActiveToasts,
  showStoredToasts,
  showToast,
  storeToast,
} from '@matricola/console/toasts/toast-store.ts'
import { actionToastMs, toastFadeMs, toastMs } from '@matricola/schema/vocabulary.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setAddress } from '../support/browser.ts'

beforeEach(async () => {
  await setAddress('/')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  render(<ToastHost />)
})
afterEach(() => {
  act(clearToasts)
  vi.useRealTimers()
})

const show = (...toasts: Parameters<typeof showToast>) => act(() => void showToast(...toasts))
const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const toastTexts = () =>
  [...document.querySelectorAll('.toast-text')].map((each) => each.textContent)
const countLeaving = () => document.querySelectorAll('.toast-leaving').length

test('a toast stays 5000 ms, leaves within 300 ms and is removed from the store (R-S11)', async () => {
  show({ severity: 'success', summary: 'Course created successfully..', detail: 'INF-101' })
  expect(screen.getByText('Course created successfully..')).toBeTruthy()
  expect(screen.getByText('INF-101')).toBeTruthy()
  await advanceTime(4999)
  expect(countLeaving()).toBe(0)
  await advanceTime(1)
  expect(countLeaving()).toBe(1)
  await advanceTime(299)
  expect(getActiveToasts()).toHaveLength(1)
  await advanceTime(1)
  expect(getActiveToasts()).toEqual([])
  expect(document.querySelector('.toast')).toBeNull()
})

test('toasts are announced by a live region, which exists and is empty before the first toast', () => {
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  show({ severity: 'success', summary: 'Saved.' })
  expect(screen.getByRole('status')).toBe(region)
  expect(region.contains(screen.getByText('Saved.'))).toBe(true)
})

test('a toast with an action stays long enough to be reached by keyboard', async () => {
  show({ severity: 'success', summary: 'View removed.', action: { label: 'Undo', run: () => {} } })
  await advanceTime(actionToastMs - 1)
  expect(countLeaving()).toBe(0)
  await advanceTime(1)
  expect(countLeaving()).toBe(1)
})

test.each([
  ['success', 'status'],
  ['info', 'status'],
  ['warn', 'alert'],
  ['error', 'alert'],
] as const)('a toast of severity %s is announced as %s (R-S11)', (severity, role) => {
  show({ severity, summary: 'Words' })
  expect(screen.getByText('Words').closest('[role]')?.getAttribute('role')).toBe(role)
  expect(document.querySelector(`.toast-${severity}`)).not.toBeNull()
})

test('three toasts are shown at once, with the number of toasts that are waiting', async () => {
  for (const summary of ['one', 'two', 'three', 'four', 'five']) show({ severity: 'info', summary })
  expect(toastTexts()).toEqual(['one', 'two', 'three'])
  expect(screen.getByText('and 2 more')).toBeTruthy()
  await advanceTime(5000)
  await advanceTime(300)
  expect(toastTexts()).toEqual(['four', 'five'])
})

describe('on a small screen', () => {
  const getVisibleTexts = () =>
    [...document.querySelectorAll('.toast:not([hidden]) .toast-text')].map(
      (each) => each.textContent,
    )
  beforeEach(() => {
    cleanup()
    const isSmall = (media: string) =>
      Object.assign(new EventTarget(), { media, matches: true, onchange: null })
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => isSmall(media) as unknown as MediaQueryList,
    )
    render(<ToastHost />)
  })

  test('only the newest toast is shown, with the number of the others, whose timers continue', async () => {
    for (const summary of ['one', 'two']) show({ severity: 'info', summary })
    await advanceTime(3000)
    show({ severity: 'error', summary: 'three' })
    expect(getVisibleTexts()).toEqual(['three'])
    expect(screen.getByText('and 2 more')).toBeTruthy()
    await advanceTime(2000)
    await advanceTime(toastFadeMs)
    expect([getVisibleTexts(), screen.queryByText(/more/)]).toEqual([['three'], null])
  })

  test('a toast that has focus stays visible next to a newer one', () => {
    show({ severity: 'success', summary: 'Removed.', action: { label: 'Undo', run: () => {} } })
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    for (const summary of ['two', 'three']) show({ severity: 'info', summary })
    expect(getVisibleTexts()).toEqual(['Removed.', 'three'])
    expect(screen.getByText('and 1 more')).toBeTruthy()
    act(() => screen.getByRole('button', { name: 'Undo' }).blur())
    expect(getVisibleTexts()).toEqual(['three'])
  })
})

test('the timer stops while the pointer or the focus is on a toast, and while the tab is hidden', async () => {
  show({ severity: 'info', summary: 'Wait' })
  await advanceTime(3000)
  fireEvent.mouseEnter(document.querySelector('.toast') as Element)
  // React processes pointer events in a separate turn.
  await advanceTime(0)
  await advanceTime(60_000)
  fireEvent.mouseLeave(document.querySelector('.toast') as Element)
  await advanceTime(0)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await advanceTime(60_000)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(countLeaving()).toBe(0)
  await advanceTime(2000)
  expect(countLeaving()).toBe(1)
})

test('a toast can be closed and its action runs once', async () => {
  const undo = vi.fn()
  show({ severity: 'success', summary: 'Deactivated', action: { label: 'Undo', run: undo } })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(getActiveToasts()).toEqual([])
  show({ severity: 'info', summary: 'Close me' })
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }))
  await advanceTime(300)
  expect(getActiveToasts()).toEqual([])
})

test('two identical messages at the same time are shown as one toast', () => {
  show({ severity: 'error', summary: 'Unexpected Application Error!' })
  show({ severity: 'error', summary: 'Unexpected Application Error!' })
  expect(getActiveToasts()).toHaveLength(1)
})

test('an identical message that arrives while the first toast fades out is shown for the full time', async () => {
  show({ severity: 'success', summary: 'Saved.' })
  await advanceTime(toastMs)
  await advanceTime(toastFadeMs - 1)
  expect(countLeaving()).toBe(1)
  show({ severity: 'success', summary: 'Saved.' })
  expect(countLeaving()).toBe(0)
  await advanceTime(toastMs - 1)
  expect([screen.getAllByText('Saved.').length, countLeaving()]).toEqual([1, 0])
  await advanceTime(1)
  await advanceTime(toastFadeMs)
  expect(getActiveToasts()).toEqual([])
})

test('a kept toast shows on the next page, once (R-S11)', () => {
  storeToast({ severity: 'success', summary: 'Successfully logout.' })
  expect(getActiveToasts()).toEqual([])
  act(showStoredToasts)
  expect(screen.getByText('Successfully logout.')).toBeTruthy()
  act(clearToasts)
  act(showStoredToasts)
  expect(getActiveToasts()).toEqual([])
})
