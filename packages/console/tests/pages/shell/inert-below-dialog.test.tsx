import { setAddress } from '@matricola/testing/library/pages.tsx'
import { addBrowserFeatures } from '@matricola/testing/pages/browser.ts'
import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AntdProvider } from '../../../kit/antd-provider.tsx'
import { Modal } from '../../../kit/modal.tsx'
import { overlayContainerId } from '../../../kit/overlay-container.ts'

test('elements that appear below an open dialog, such as the menu of a wider window, are inert until it closes', async () => {
  addBrowserFeatures(false)
  await setAddress('/')
  const page = document.createElement('div')
  const [main, overlay, menu] = ['main', 'div', 'nav'].map((name) =>
    document.createElement(name),
  ) as [HTMLElement, HTMLElement, HTMLElement]
  overlay.id = overlayContainerId
  page.append(main, overlay)
  document.body.append(page)
  const { unmount } = render(
    <AntdProvider>
      <Modal title="A question" width={512}>
        <button type="button">Yes</button>
      </Modal>
    </AntdProvider>,
  )
  await waitFor(() => expect(main.hasAttribute('inert')).toBe(true))
  page.prepend(menu)
  await waitFor(() => expect(menu.hasAttribute('inert')).toBe(true))
  expect(overlay.hasAttribute('inert')).toBe(false)
  unmount()
  expect([main, menu].map((part) => part.hasAttribute('inert'))).toEqual([false, false])
  page.remove()
})
