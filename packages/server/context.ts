/** The environment of the application, with the hooks of its records. */
export type { RecordsContext as Context } from './records/hooks.ts'
