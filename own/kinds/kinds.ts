/** The kinds of fields that this university adds, a folder and a line each: `export { rating } from './rating/kind.ts'`. */
export {}
