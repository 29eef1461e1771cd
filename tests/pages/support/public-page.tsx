import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Language } from '#model/vocabulary.ts'
import { PublicPages } from '#src/public/public-pages.tsx'
import { ToastHost } from '#src/toasts/toast-host.tsx'
import { standAt } from './browser.ts'

/** Opens a public page as the browser would, and answers somebody's hands. */
export async function openPublicPage(address: string, language: Language = 'en') {
  const { lost } = await standAt(address, language)
  render(
    <>
      <PublicPages />
      <ToastHost />
    </>,
  )
  return { hands: userEvent.setup(), lost }
}
