/** Room that is left where the data lies. */
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'

/** `low`: no more files are taken. `full`: an embedded database, which lies there too, is only read. */
export type DiskLevel = 'ample' | 'low' | 'full'

export interface Disk {
  /** As it was measured last; `ample` before. */
  level(): DiskLevel
  /** Bytes that the program may still write, as measured last; undefined before. */
  freeBytes(): number | undefined
  measure(): Promise<void>
}

export interface DiskThresholds {
  readonly lowBytes: number
  readonly lowShare: number
  readonly fullBytes: number
}

/** The room left at `full` is for the database itself: one that finds no room at all cannot even start again (S-18.9). */
export const diskThresholds: DiskThresholds = { lowBytes: 1e9, lowShare: 0.05, fullBytes: 300e6 }

const everyMs = 10_000

type Space = Pick<StatsFs, 'bsize' | 'bavail' | 'blocks'>

/** The level that so much free space means. */
export function levelOf({ bsize, bavail, blocks }: Space, { lowBytes, lowShare, fullBytes }: DiskThresholds): DiskLevel {
  const free = bavail * bsize
  if (free < fullBytes) return 'full'
  return free < lowBytes || bavail < blocks * lowShare ? 'low' : 'ample'
}

/** The disk under `folder`. Each change of its level is logged; a disk that cannot be measured keeps its level. */
export function diskOf(folder: string, log: Logger, thresholds = diskThresholds): Disk {
  let level: DiskLevel = 'ample'
  let freeBytes: number | undefined
  return {
    level: () => level,
    freeBytes: () => freeBytes,
    async measure() {
      try {
        const space = await statfs(folder)
        freeBytes = space.bavail * space.bsize
        const found = levelOf(space, thresholds)
        if (found !== level) log.warn({ from: level, to: found }, 'the space left on the disk of the data')
        level = found
      } catch (error) {
        log.error({ err: error }, 'the space left on the disk cannot be measured')
      }
    },
  }
}

/** Measures now and every ten seconds until it is stopped. */
export async function startDiskWatch(disk: Disk): Promise<{ stop(): Promise<void> }> {
  await disk.measure()
  const timer = setInterval(() => void disk.measure(), everyMs).unref()
  return { stop: async () => clearInterval(timer) }
}
