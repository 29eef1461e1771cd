import { randomUUID } from 'node:crypto'

/** The millisecond of the last id, and how many ids were created in it before. */
const last = { time: -1, count: 0 }

/**
 * Returns a UUID version 7. It begins with the time, so that new rows are close together in every
 * index. Ids that a process creates in the same millisecond are in order of creation (RFC 9562,
 * 6.2, method 1).
 */
export function uuidv7(at: Date = new Date()): string {
  const time = at.getTime()
  last.count = time === last.time ? last.count + 1 : 0
  last.time = time
  const timestamp = time.toString(16).padStart(12, '0')
  // The version and a counter, as in the RFC. The rest is taken from a random UUID.
  const middle = (0x7000 | (last.count & 0x0fff)).toString(16)
  return `${timestamp.slice(0, 8)}-${timestamp.slice(8)}-${middle}${randomUUID().slice(18)}`
}
