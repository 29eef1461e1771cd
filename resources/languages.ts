/** The languages that a university adds. Packages import them from here, because `#custom/` is a name of the application. */
export { customLanguages } from '#custom/languages.ts'
