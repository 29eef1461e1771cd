import { AppError } from '@matricola/schema/wire/errors.ts'
import { expect, test } from 'vitest'
import { startupErrorText } from '../../app/startup-error.ts'

const config = { host: '127.0.0.1', port: 3000, dataDir: '/srv/data' }
const failed = (message: string, code: string, path?: string) =>
  Object.assign(new Error(message), { code, path })

test.each([
  [
    'a disk that fills up while the database opens',
    failed('could not write to file: No space left on device', '53100'),
    /disk .* is full/,
  ],
  [
    'a damaged page found at startup',
    failed('invalid page in block 0 of relation base/5/1259', 'XX001'),
    /damaged \(invalid page/,
  ],
  [
    'a read-only disk',
    failed('EROFS: read-only file system, unlink', 'EROFS'),
    /^DATA_DIR \/srv\/data cannot be written to: EROFS/,
  ],
  [
    'a folder of the program',
    failed('EACCES: permission denied', 'EACCES', '/srv/data/keys/a'),
    /^DATA_DIR \/srv\/data cannot/,
  ],
  [
    'a statement that takes too long',
    failed('canceling statement due to statement timeout', '57014'),
    /^The database did not respond in time \(57014\)\. The machine may be overloaded/,
  ],
  [
    'a lock that is held for too long',
    failed('canceling statement due to lock timeout', '55P03'),
    /^The database did not respond in time/,
  ],
  [
    'a database that is starting',
    failed('the database system is starting up', '57P03'),
    /^The database did not respond in time/,
  ],
  [
    'a database with too many connections',
    failed('sorry, too many clients already', '53300'),
    /^The database did not respond in time/,
  ],
  [
    'a connection that times out',
    new Error('timeout exceeded when trying to connect'),
    /^The database did not respond in time/,
  ],
  [
    'an embedded engine that was started again',
    new AppError('database.unavailable'),
    /^The database did not respond in time/,
  ],
  [
    'a folder of a backup',
    failed('EACCES: permission denied', 'EACCES', '/srv/database/a.gz'),
    /^The folder \/srv\/database cannot/,
  ],
])('%s ends startup with one line that says what to do', (_, error, text) => {
  const line = startupErrorText(error, config)
  expect(line).toMatch(text)
  expect(line.split('\n')).toHaveLength(1)
})
