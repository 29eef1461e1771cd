/** Pages of the university's processes, with those that custom code adds. */
import type { ProcessPage } from '@matricola/schema/process.ts'
import { customProcesses } from '#custom/resources/processes.ts'

export const processes: readonly ProcessPage[] = [
  { name: 'admission', path: 'admission', roles: ['admin', 'secretary'], section: 'admission' },
  ...customProcesses,
]
