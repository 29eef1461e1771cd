// Preloaded in each thread of the program. Simulates a disk that confirms every sync without doing it.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

for (const name of ['fsyncSync', 'fdatasyncSync']) fs[name] = () => undefined
for (const name of ['fsync', 'fdatasync'])
  fs[name] = (_handle, done) => process.nextTick(done, null)
syncBuiltinESMExports()
const { open } = fs.promises
open(__filename).then(async (handle) => {
  const { prototype } = handle.constructor
  for (const name of ['sync', 'datasync']) prototype[name] = async () => undefined
  await handle.close()
})
