import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import type { Config } from '../config.ts'
import type { FilePort } from '../ports/files.ts'
import { CommandRefusal } from './command.ts'
import { refusalFor } from './erase.ts'
import { withContext } from './with-context.ts'

/** `npm run export-person -- <reference> [folder]`: everything kept of one application, as `data.json` and files in a new folder. Throws `CommandRefusal`. */
export async function run(words: readonly string[], config: Config): Promise<void> {
  const [reference, folder = `export-${reference}`, ...more] = words
  if (reference === undefined || words.some((word) => word.startsWith('-')) || more.length > 0)
    throw new CommandRefusal('Usage: npm run export-person -- <reference> [folder]')
  await withContext(config, async (context) => {
    try {
      const { data, files } = await exportPerson(context, reference)
      await mkdir(folder, { mode: 0o700 }).catch(() => {
        throw new CommandRefusal(`The folder ${folder} could not be made. It must not be there yet.`)
      })
      await writeFile(join(folder, 'data.json'), `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 })
      for (const { name, key } of files) await copy(context.files, key, join(folder, name))
      process.stdout.write(`Wrote data.json and ${files.length} files into ${folder}. It holds personal data: hand it over safely.\n`)
    } catch (error) {
      throw refusalFor(error, reference)
    }
  })
}

const copy = async (files: FilePort, key: string, path: string) => pipeline(await files.read(key), createWriteStream(path, { mode: 0o600 }))
