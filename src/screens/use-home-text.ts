import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'

/** Texts of home pages and of the namespaces they need. */
export const useHomeText = createUseTexts('home', 'dashboard', 'shell', 'resources')
