import { expect, test } from 'vitest'
import { refusalLine } from '#server/app/refusal-line.ts'

const config = { host: '127.0.0.1', port: 3000, dataDir: '/srv/data' }
const failed = (message: string, code: string, path?: string) => Object.assign(new Error(message), { code, path })

test.each([
  ['a disk that fills up while the database opens', failed('could not write to file: No space left on device', '53100'), /disk .* is full/],
  ['a damaged page that is met at the start', failed('invalid page in block 0 of relation base/5/1259', 'XX001'), /damaged \(invalid page/],
  ['a read-only disk', failed('EROFS: read-only file system, unlink', 'EROFS'), /^DATA_DIR \/srv\/data cannot be written to: EROFS/],
  ['a folder of the program', failed('EACCES: permission denied', 'EACCES', '/srv/data/keys/a'), /^DATA_DIR \/srv\/data cannot/],
  ['a folder of a backup', failed('EACCES: permission denied', 'EACCES', '/srv/database/a.gz'), /^The folder \/srv\/database cannot/],
])('%s ends a start in one line that says what to do (SAFE-29, SAFE-30)', (_, error, words) => {
  const line = refusalLine(error, config)
  expect(line).toMatch(words)
  expect(line.split('\n')).toHaveLength(1)
})
