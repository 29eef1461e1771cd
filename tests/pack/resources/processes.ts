/** Processes that this university adds, and their pages. The browser loads only the pages. */
import type { ProcessPage, ProcessSpec } from '@matricola/schema/process.ts'

export const customProcessPages: readonly ProcessPage[] = []

export const customProcesses: readonly ProcessSpec[] = []
