/** The menu of the console, as page tests read it. */
import { screen, within } from '@testing-library/react'

/** The menu, in whichever language. */
export const mainMenu = () => screen.findByRole('navigation', { name: /Main menu|Meniul principal/ })

/** The words of the menu's entries, in order. */
export const menuEntries = async () =>
  within(await mainMenu())
    .getAllByRole('list')
    .flatMap((list) => within(list).getAllByRole('link'))
    .map((link) => link.textContent)
