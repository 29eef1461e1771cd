/** Pages of the university's processes, with those that custom code adds. */
import type { ProcessPage } from '@matricola/schema/process.ts'
import { customProcesses, customProcessPages } from '#custom/resources/processes.ts'

export const universityProcesses: readonly ProcessPage[] = [
  { name: 'admission', path: 'admission', roles: ['admin', 'secretary'], section: 'admission' },
  ...customProcessPages,
]

/** For the server only: the stages of custom processes. */
export { customProcesses }
