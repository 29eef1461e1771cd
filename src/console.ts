/** The console of this application. */
import { startConsole as start } from '@matricola/console/app/start.tsx'
import { registry } from '#resources/index.ts'

export const startUniversityConsole = (root: HTMLElement) => start(root, registry)
