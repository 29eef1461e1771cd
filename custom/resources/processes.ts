/** Pages of processes that this university adds. Their stages are `processes` of the custom pack. */
import type { ProcessPage } from '@matricola/schema/process.ts'

export const customProcesses: readonly ProcessPage[] = []
