/** Monitors the free space on the disk that holds the data. */
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'

/**
 * `low`: uploads are rejected. `full`: an embedded database, which is on the same disk, becomes
 * read-only.
 */
export type DiskLevel = 'ample' | 'low' | 'full'

export interface Disk {
  /** The level at the last measurement; `ample` before the first. */
  level(): DiskLevel
  /** Bytes available to the program at the last measurement; undefined before the first. */
  freeBytes(): number | undefined
  measure(): Promise<void>
}

export interface DiskThresholds {
  readonly lowBytes: number
  readonly lowShare: number
  readonly fullBytes: number
}

/**
 * At `full`, the remaining space is reserved for the database, which cannot even start without free
 * space.
 */
export const diskThresholds: DiskThresholds = { lowBytes: 1e9, lowShare: 0.05, fullBytes: 300e6 }

const everyMs = 10_000

type Space = Pick<StatsFs, 'bsize' | 'bavail' | 'blocks'>

/** Returns the level for an amount of free space. */
export function diskLevelOf(
  { bsize, bavail, blocks }: Space,
  { lowBytes, lowShare, fullBytes }: DiskThresholds,
): DiskLevel {
  const free = bavail * bsize
  if (free < fullBytes) return 'full'
  return free < lowBytes || bavail < blocks * lowShare ? 'low' : 'ample'
}

/**
 * Monitors the disk of `folder`. Changes in the level are logged. If a measurement fails, the level
 * stays the same.
 */
export function createDiskMonitor(folder: string, log: Logger, thresholds = diskThresholds): Disk {
  let level: DiskLevel = 'ample'
  let freeBytes: number | undefined
  return {
    level: () => level,
    freeBytes: () => freeBytes,
    async measure() {
      try {
        const space = await statfs(folder)
        freeBytes = space.bavail * space.bsize
        const found = diskLevelOf(space, thresholds)
        if (found !== level)
          log.warn({ from: level, to: found }, 'free disk space changed its level')
        level = found
      } catch (error) {
        log.error({ err: error }, 'measuring the free disk space failed')
      }
    },
  }
}

/** Measures immediately and then every ten seconds until stopped. */
export async function startDiskWatch(disk: Disk): Promise<{ stop(): Promise<void> }> {
  await disk.measure()
  const timer = setInterval(() => void disk.measure(), everyMs).unref()
  return { stop: async () => clearInterval(timer) }
}
