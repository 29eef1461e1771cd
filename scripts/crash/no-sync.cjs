// Loaded before the program, in each of its threads: a disk that says yes to every sync and does nothing.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

for (const name of ['fsyncSync', 'fdatasyncSync']) fs[name] = () => undefined
for (const name of ['fsync', 'fdatasync']) fs[name] = (_handle, done) => process.nextTick(done, null)
syncBuiltinESMExports()
const { open } = fs.promises
open(__filename).then(async (handle) => {
  const { prototype } = handle.constructor
  for (const name of ['sync', 'datasync']) prototype[name] = async () => undefined
  await handle.close()
})
