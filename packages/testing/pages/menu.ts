/** Reads the menu of the console in page tests. */
import { screen, within } from '@testing-library/react'

/** The menu, in English or Romanian. */
export const mainMenu = () =>
  screen.findByRole('navigation', { name: /Main menu|Meniul principal/ })

/** The labels of the menu's visible entries, in order, without the rows of sections. */
export const menuEntries = async () =>
  within(await mainMenu())
    .getAllByRole('list')
    .flatMap((list) => within(list).getAllByRole('link'))
    .map((link) => link.textContent)
