/**
 * Field types of this university: one folder and one line each, such as `export { rating } from
 * './rating/type.ts'`.
 */
export {}
