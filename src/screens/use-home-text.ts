import { textsOf } from '#src/console/texts-of.ts'

/** The homes' own words, those of the records and of the frame around them. */
export const useHomeText = textsOf('home', 'shell', 'resources')
