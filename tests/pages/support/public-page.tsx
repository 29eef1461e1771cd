import { currentLanguage, translate } from '@matricola/console/i18n.ts'
import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { currentPath, PublicPages, preparePage } from '#src/public/public-pages.tsx'
import { setAddress } from './browser.ts'

const clockTime = /(?<!\d)\d{1,2}:\d\d(?!\d)/

/** Fails the test if any text that was shown has a time of day without its time zone. */
function expectTimeZones(language: Language): void {
  const zone = translate('public:moment', { date: '' }).replace(/[()]/g, '').trim()
  const texts = new Set<string>()
  const note = (node: Node) => {
    const all = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let one: Node | null = all.currentNode; one; one = all.nextNode())
      texts.add(one instanceof Text ? one.data : '')
  }
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) note(target)
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => {
    observer.disconnect()
    // After a change of language there are texts in both languages.
    if (currentLanguage() === language)
      expect([...texts].filter((one) => clockTime.test(one) && !one.includes(zone))).toEqual([])
  })
}

/** Opens a public page and waits for its code. Returns a `userEvent` instance. */
export async function openPublicPage(address: string, language: Language = 'en') {
  const { sessionErrors } = await setAddress(address, language)
  await preparePage(currentPath())
  expectTimeZones(language)
  render(
    <>
      <PublicPages />
      <ToastHost />
    </>,
  )
  const loading = () => screen.queryByText(translate('public:entry.loading'))
  if (loading()) await waitFor(() => expect(loading()).toBeNull())
  return { user: userEvent.setup(), lost: sessionErrors }
}
