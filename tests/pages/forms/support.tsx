/** Renders a part of the university's console. */
import { createRenderInConsole } from '@matricola/testing/pages/render-in-console.tsx'
import { universityConsole } from '#src/console.ts'
import { pageBrowser } from '../support/browser.ts'

export const renderInConsole = createRenderInConsole(universityConsole, pageBrowser)
