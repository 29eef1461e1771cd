import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { Language } from '#model/vocabulary.ts'
import { text } from '#src/i18n.ts'
import { currentPath, PublicPages, preparePage } from '#src/public/public-pages.tsx'
import { ToastHost } from '#src/toasts/toast-host.tsx'
import { standAt } from './browser.ts'

/** Opens a public page as the browser would, waits for its code, and answers somebody's hands. */
export async function openPublicPage(address: string, language: Language = 'en') {
  const { lost } = await standAt(address, language)
  await preparePage(currentPath())
  render(
    <>
      <PublicPages />
      <ToastHost />
    </>,
  )
  const loading = () => screen.queryByText(text('public:entry.loading'))
  if (loading()) await waitFor(() => expect(loading()).toBeNull())
  return { hands: userEvent.setup(), lost }
}
