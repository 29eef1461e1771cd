import { setAddress } from '@matricola/testing/library/pages.tsx'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnreadAnnouncement } from '../../../shell/unread-announcement.tsx'

const known = vi.hoisted(() => ({ unread: { notifications: 0, messages: 0 } }))
vi.mock('../../../app/unread.ts', () => ({ useUnread: () => known.unread }))

beforeEach(async () => {
  known.unread = { notifications: 3, messages: 0 }
  await setAddress('/reader', 'en', 'shell')
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const liveRegionText = () =>
  screen.getByText((_, element) => element?.getAttribute('role') === 'status').textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('new messages are announced immediately, and later ones together at most once a minute, even if the text repeats (R-S08)', async () => {
  const { rerender } = render(<UnreadAnnouncement />)
  const receiveNotifications = async (notifications: number, messages = 0) => {
    known.unread = { notifications, messages }
    await act(async () => rerender(<UnreadAnnouncement />))
  }
  expect(liveRegionText()).toBe('')
  await receiveNotifications(4)
  expect(liveRegionText()).toBe('1 new notification')
  await wait(10_000)
  await receiveNotifications(5)
  await receiveNotifications(6, 1)
  expect(liveRegionText()).toBe('1 new notification')
  await wait(30_000)
  expect(liveRegionText()).toBe('')
  await wait(19_000)
  expect(liveRegionText()).toBe('')
  await wait(1_000)
  expect(liveRegionText()).toBe('2 new notifications, 1 new message')
  // Items that were read in the meantime are not announced.
  await receiveNotifications(0)
  await wait(120_000)
  expect(liveRegionText()).toBe('')
  await receiveNotifications(1)
  expect(liveRegionText()).toBe('1 new notification')
})
