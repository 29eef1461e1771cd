import { randomUUID } from 'node:crypto'

/** The last time that an id was made for, and how many there were. */
const last = { time: -1, count: 0 }

/**
 * A UUID of version 7: begins with the time, so that new rows stand together in every index. Those of one process for one
 * and the same millisecond are in the order in which they were made (RFC 9562, 6.2, method 1).
 */
export function uuidv7(at: Date = new Date()): string {
  const time = at.getTime()
  last.count = time === last.time ? last.count + 1 : 0
  last.time = time
  const front = time.toString(16).padStart(12, '0')
  // Version with the count, as the RFC places them; the variant and what is random are those of any UUID.
  const middle = (0x7000 | (last.count & 0x0fff)).toString(16)
  return `${front.slice(0, 8)}-${front.slice(8)}-${middle}${randomUUID().slice(18)}`
}
