/**
 * Tests of overlays whose code is loaded on demand. An overlay captures all keys from the key press
 * or click that opens it.
 */
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createGate } from '../gate.ts'

export interface LazyOverlay {
  readonly page: () => Promise<UserEvent>
  readonly open: (user: UserEvent) => Promise<unknown>
  readonly find: () => HTMLElement | null
  /** Whether its first control is a text input. */
  readonly takesText?: true
}

const typedKeys = 'dax'
/** Records the keys that reach the page's own document listeners. */
export function keysOfPage() {
  const receivedKeys: string[] = []
  const listen = (event: KeyboardEvent) => receivedKeys.push(event.key)
  document.addEventListener('keydown', listen)
  return { receivedKeys, end: () => document.removeEventListener('keydown', listen) }
}
const focusedText = () => {
  const { activeElement } = document
  const isText =
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLInputElement && activeElement.type !== 'checkbox')
  return isText ? activeElement.value : null
}

/** Defines a test for each overlay, by the path of the module that it loads. */
export const testLazyOverlays = (overlays: { readonly [module: string]: LazyOverlay }) =>
  describe.each(Object.entries(overlays))(
    '%s, while its code is loading',
    (module, { page, open, find, takesText }) => {
      test('keeps every key from the page, closes on Escape, and receives the typed text once it is loaded', async () => {
        const { open: openGate, opened } = createGate()
        vi.doMock(join(process.cwd(), module), async (original) => {
          await opened
          return original()
        })
        const user = await page()
        await open(user)
        const { pathname } = window.location
        let { receivedKeys, end } = keysOfPage()
        await user.keyboard(`${typedKeys}/n{Control>}s{/Control}{Enter}`)
        expect([
          receivedKeys,
          window.location.pathname,
          find(),
          screen.queryByRole('dialog'),
        ]).toEqual([[], pathname, null, null])
        await user.keyboard('{Escape}')
        end()
        await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())

        await open(user)
        ;({ receivedKeys, end } = keysOfPage())
        await user.keyboard(typedKeys)
        await user.keyboard('{Backspace}e')
        openGate()
        await waitFor(() => expect(find()).toBeTruthy())
        expect([receivedKeys, window.location.pathname]).toEqual([[], pathname])
        end()
        if (takesText) await waitFor(() => expect(focusedText()).toContain('dae'))
        await waitFor(() => expect(find()?.contains(document.activeElement)).toBe(true))
        await user.keyboard('{Escape}')
        vi.doUnmock(join(process.cwd(), module))
      })
    },
  )
