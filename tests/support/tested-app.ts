/**
 * The application that the tests run: that of the university or, in the project `pack`, with the
 * custom code of `tests/pack`.
 */
export { app as testedApp } from '#server/app.ts'
