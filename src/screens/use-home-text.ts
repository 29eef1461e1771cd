import { textsOf } from '#src/console/texts-of.ts'

/** Texts of home pages and of the namespaces they need. */
export const useHomeText = textsOf('home', 'shell', 'resources')
