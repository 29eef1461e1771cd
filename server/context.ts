/** What the application works with. */
export type { RecordsContext as Context } from './records/lifecycles.ts'
