import type { AccessQuestion } from '@matricola/providers/access-control.ts'
import { areaPaths } from '@matricola/schema/areas.ts'
import { accountPath, homePath, pagePaths } from '@matricola/schema/paths.ts'
import { libraryRegistry, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { mainMenu } from '@matricola/testing/pages/menu.ts'
import type { CanParams } from '@refinedev/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'

/** Overrides the provider's decision. If null, the real provider decides. */
let answer: ((question: AccessQuestion) => boolean) | null = null

vi.mock('@matricola/providers/access-control.ts', async (load) => {
  const real = await load<typeof import('@matricola/providers/access-control.ts')>()
  const createAccessControlProvider: typeof real.createAccessControlProvider = (registry, role) => {
    const { can } = real.createAccessControlProvider(registry, role)
    const isAllowed: typeof can.isAllowed = (question) => (answer ?? can.isAllowed)(question)
    return {
      can: Object.assign(
        async (question: CanParams) => ({ can: isAllowed(question as AccessQuestion) }),
        { isAllowed },
      ),
    }
  }
  return { ...real, createAccessControlProvider }
})

const books = pagePaths(libraryRegistry.get('books'), 'librarian')
const site = setUpConsoleApp(async (make) => {
  await make('branches', { name: 'Informatics' })
})

afterEach(() => {
  answer = null
})

describe('the access-control provider alone decides access', () => {
  test('and by default it redirects a librarian who opens the admin area to the home page (R-G01)', async () => {
    await site.open(accountPath('admin'), { role: 'librarian' })
    await waitFor(() => expect(location.pathname).toBe(homePath('librarian')))
  })

  test('and one that allows everything does not redirect users to their home page, and offers pages of other roles', async () => {
    answer = () => true
    const user = await site.open(accountPath('admin'), { role: 'librarian' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not Found' })).toBeTruthy()
    expect(location.pathname).toBe(accountPath('admin'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'field')
    expect(await screen.findByRole('option', { name: 'Field types' })).toBeTruthy()
  })

  test.each(libraryRegistry.roles)(
    'and one that denies everything opens no page for a %s, and leaves the menu empty',
    async (role) => {
      answer = () => false
      const paths = areaPaths(libraryRegistry, role).filter((path) => !path.includes(':id'))
      expect(paths.length).toBeGreaterThan(5)
      for (const path of [homePath(role), paths.at(-1) ?? '']) {
        await site.open(path, { role })
        expect(await screen.findByRole('heading', { level: 1, name: 'Not Found' })).toBeTruthy()
        expect((await mainMenu()).querySelectorAll('.menu-list a')).toHaveLength(0)
        cleanup()
      }
    },
  )

  test('and a button is shown if the provider allows its action, and hidden if the provider denies only that action', async () => {
    await site.open(books.list, { role: 'librarian' })
    expect(await screen.findByRole('link', { name: 'New' })).toBeTruthy()
    cleanup()
    const real = await vi.importActual<typeof import('@matricola/providers/access-control.ts')>(
      '@matricola/providers/access-control.ts',
    )
    const { isAllowed: now } = real.createAccessControlProvider(libraryRegistry, 'librarian').can
    answer = (question) => question.action !== 'create' && now(question)
    await site.open(books.list, { role: 'librarian' })
    await screen.findByRole('searchbox', { name: /Search/ })
    expect(screen.queryByRole('link', { name: 'New' })).toBeNull()
  })
})
