/**
 * The languages of the application: those of the program and those that a university adds. The
 * first is the default.
 */
import { customLanguages } from '#custom/languages.ts'
import { programLanguages } from './program-languages.ts'

export const languages = [...programLanguages, ...customLanguages] as const
