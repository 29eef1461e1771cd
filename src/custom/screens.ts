/** The pages that a university adds or replaces. */
export { customScreens } from '#custom/src/index.ts'
