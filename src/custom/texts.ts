/** The texts that a university adds or replaces. A module of its own, because public pages load it and no console code. */
export { customTexts } from '#custom/src/texts.ts'
