/**
 * Parses the file named by `SETTINGS_FILE`. The server and all commands use this parser, so the
 * syntax is the same everywhere.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nearest } from '@matricola/schema/checks/report.ts'

/** A value with its source, such as `line 3 of /etc/matricola/settings`. */
export interface Setting {
  readonly value: string
  readonly source: string
}

/**
 * A settings file that cannot be used. `message` is one line that names the file and the line in
 * it.
 */
export class SettingsFileError extends Error {
  override readonly name = 'SettingsFileError'
}

/**
 * Parses `NAME=value` lines. The value is everything after the first `=`; spaces and the characters
 * `$ # " ' \ < > %` are literal. One pair of quotes around the whole value is removed. Lines that
 * begin with `#` are comments. Throws `SettingsFileError` for any other line and for names not in
 * `known`. Messages never contain a value, since it may be a secret.
 */
export function parseSettings(
  text: string,
  path: string,
  known: readonly string[],
): Map<string, Setting> {
  const found = new Map<string, Setting>()
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const source = `line ${at + 1} of ${path}`
    const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(line) ?? []
    if (name === undefined)
      throw new SettingsFileError(
        `Line ${at + 1} of ${path} is not NAME=value. Write the name at the start of the line and no space around the first "=".`,
      )
    if (!known.includes(name)) {
      const suggestion = nearest(name, known)
      throw new SettingsFileError(
        `${name} is not a setting of this program (${source}).${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
      )
    }
    found.set(name, {
      value: /^(["']).*\1$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value,
      source,
    })
  }
  return found
}

/**
 * The file's name in the first versions, in the same folder. Supported until version 0.4, so that
 * upgrading needs no manual step.
 */
const formerName = 'env'

/** Reads the settings file at `path`. Throws `SettingsFileError` if it cannot be read. */
export function readSettingsFile(path: string, known: readonly string[]): Map<string, Setting> {
  const former = join(dirname(path), formerName)
  const source =
    !existsSync(path) && /[/\\]settings$/.test(path) && existsSync(former) ? former : path
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(source))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsFileError(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? `SETTINGS_FILE ${source} is not UTF-8. Save it as UTF-8.`
        : `SETTINGS_FILE ${source} cannot be read (${code}). Correct the path, or the owner of the file.`,
    )
  }
  return parseSettings(text, source, known)
}
