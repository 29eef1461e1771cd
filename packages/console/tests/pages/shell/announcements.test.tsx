import '@testing-library/jest-dom/vitest'
import { act, render, screen, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Announcer } from '../../../announcements/announcer.tsx'
import { LiveRegion } from '../../../announcements/live-region.tsx'
import { NativeModal } from '../../../announcements/native-modal.tsx'

/** A page with a live region, and a function that renders content into it. */
function openPage() {
  let renderChildren: (children: ReactNode) => void = () => {}
  function Page() {
    const [children, setChildren] = useState<ReactNode>(null)
    renderChildren = setChildren
    return (
      <>
        <main>{children}</main>
        <Announcer />
      </>
    )
  }
  const { container } = render(<Page />)
  const announcer = container.querySelector('main + [data-announcer]') as HTMLElement
  return { announcer, show: (children: ReactNode) => act(async () => renderChildren(children)) }
}

test('the first announcement is read out by an existing empty live region, and later ones by their own live region', async () => {
  const { announcer, show } = openPage()
  expect(announcer.textContent).toBe('')
  await show(<LiveRegion>12 rows</LiveRegion>)
  expect(announcer).toHaveTextContent(/^12 rows$/)
  const mainStatus = within(screen.getByRole('main')).getByRole('status')
  await show(<LiveRegion>13 rows</LiveRegion>)
  expect(within(screen.getByRole('main')).getByRole('status')).toBe(mainStatus)
  expect(mainStatus).toHaveTextContent('13 rows')
  expect(announcer).toHaveTextContent(/^12 rows$/)
})

test('all simultaneous announcements are read out, and identical ones once', async () => {
  const { announcer, show } = openPage()
  await show(
    <>
      <LiveRegion as="div">
        <b>New</b>3
      </LiveRegion>
      <LiveRegion>Loading…</LiveRegion>
      <LiveRegion>Loading…</LiveRegion>
      <LiveRegion />
      <LiveRegion isKnown>100 %</LiveRegion>
    </>,
  )
  expect(announcer).toHaveTextContent(/^New 3 Loading…$/)
  await show(null)
  await show(<LiveRegion>Ready</LiveRegion>)
  expect(announcer).toHaveTextContent(/^Ready$/)
})

test('an announcement is removed from the page after it was read out', async () => {
  vi.useFakeTimers()
  try {
    const { announcer, show } = openPage()
    await show(<LiveRegion>You are offline.</LiveRegion>)
    expect(announcer).toHaveTextContent('You are offline.')
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(announcer.textContent).toBe('')
  } finally {
    vi.useRealTimers()
  }
})

test('a dialog announces its own messages, because the page below is inert, and no messages from before it opened', async () => {
  const { show } = openPage()
  await show(<LiveRegion>Before</LiveRegion>)
  await show(<NativeModal open />)
  const getAnnouncer = () => screen.getByRole('dialog').querySelector('[data-announcer]')
  const empty = getAnnouncer()
  expect(empty?.textContent).toBe('')
  await show(
    <NativeModal open>
      <LiveRegion>Nothing differs</LiveRegion>
    </NativeModal>,
  )
  expect(getAnnouncer()).toBe(empty)
  expect(empty).toHaveTextContent(/^Nothing differs$/)
})
