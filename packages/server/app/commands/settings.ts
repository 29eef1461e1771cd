import { type Config, defaultsOf, readSettings, settingNamesOf } from '../../config.ts'
import type { ServerApp } from '../server-app.ts'
import { CommandRefusal } from './command.ts'

/**
 * `matricola settings`: prints every setting with its value and source; secrets are masked.
 * `settings get NAME`: prints one value unmasked, for scripts; an empty line if it is not set.
 * `settings check`: succeeds if the program could start with the settings. Throws `CommandRefusal`.
 */
export async function run(args: readonly string[], _config: Config, app: ServerApp): Promise<void> {
  const [subcommand, name, ...rest] = args
  // Startup rejected invalid settings before the command was loaded.
  const settingNames = settingNamesOf(app.settings)
  const settings = readSettings(settingNames)
  if (subcommand === undefined) process.stdout.write(`${settingLines(settings, app).join('\n')}\n`)
  else if (subcommand === 'check' && name === undefined)
    process.stdout.write(
      `The settings are valid: ${settings.size} are set, all others have their defaults.\n`,
    )
  else if (subcommand === 'get' && name !== undefined && rest.length === 0) {
    if (!settingNames.includes(name))
      throw new CommandRefusal(`${name} is not a setting of this program.`)
    process.stdout.write(`${settings.get(name)?.value ?? defaultsOf(app)[name] ?? ''}\n`)
  } else throw new CommandRefusal('Usage: matricola settings [get NAME | check]')
}

function settingLines(settings: ReturnType<typeof readSettings>, app: ServerApp): string[] {
  const settingNames = settingNamesOf(app.settings)
  const defaults = defaultsOf(app)
  const width = Math.max(...settingNames.map((name) => name.length))
  return settingNames.map((name) => {
    const set = settings.get(name)
    const value = set?.value ?? defaults[name] ?? ''
    return `${name.padEnd(width)}  ${value === '' ? '-' : maskSecrets(name, value)}  (${set?.source ?? (value === '' ? 'not set' : 'default')})`
  })
}

const dots = '••••••'
/**
 * Replaces a secret in a URL until the URL is printed, since `URL` would percent-encode the dots.
 */
const placeholder = 'x-secret-x'
const secretNames = /TOKEN|PASSWORD|SECRET/
const secretParameters = /pass|secret|token|key/i

/** Masks the secrets in a value. URLs can contain them as a password and in query parameters. */
function maskSecrets(name: string, value: string): string {
  if (secretNames.test(name)) return dots
  if (!name.endsWith('_URL')) return value
  if (!URL.canParse(value)) return dots
  const url = new URL(value)
  if (url.password !== '') url.password = placeholder
  for (const parameter of [...url.searchParams.keys()])
    if (secretParameters.test(parameter)) url.searchParams.set(parameter, placeholder)
  return url.href.replaceAll(placeholder, dots)
}
