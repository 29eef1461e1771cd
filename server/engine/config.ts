import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Language, languages } from '#model/vocabulary.ts'
import { type S3Place, s3Place } from './ports/s3-files.ts'
import { readSettingsFile, type Setting, SettingsFileError } from './settings-file.ts'

/** Settings of the process. The only reader of `process.env`; one schema checks them all at start. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Origin of every link, cookie rule and origin check, such as `https://admitere.univ.ro`. */
  readonly publicOrigin: string
  /** Absent: the embedded database under `dataDir`. */
  readonly databaseUrl?: string
  /** Address of the same database past a pooler that `databaseUrl` leads to; absent: there is none. */
  readonly databaseDirectUrl?: string
  /** Address of a streaming replica of it, which answers lists, searches and exports; absent: there is none. */
  readonly databaseReplicaUrl?: string
  readonly dataDir: string
  /** Absent: files lie under `dataDir/files`. */
  readonly filesAt?: S3Place
  /** Absent: mails become `.eml` files under `dataDir/mail`. */
  readonly smtpUrl?: string
  readonly mailFrom: string
  /** Addresses of proxies whose forwarding headers are believed; empty: none. */
  readonly trustProxy: readonly string[]
  readonly corsOrigins: readonly string[]
  /** The university's language at the first start; afterwards the setting of the university holds. */
  readonly universityLanguage: Language
  readonly demo: boolean
  /** Set where NODE_ENV says so. */
  readonly isProduction?: true
  readonly demoPassword?: string
  /** Calls of the API that one session may make a minute, one address twice as many; 0: as many as they like. */
  readonly requestsPerMinute: number
  /** Applications that one address may send an hour, such as a school's computer room; 0: as many as it likes. */
  readonly submissionsPerHour: number
  /** Applications that this process works on at once; others get a place in a queue. */
  readonly applicationsAtOnce: number
  /** Whoever shows it reads `/metrics`; absent: nobody does. */
  readonly metricsToken?: string
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Folder of the program: migrations, locales and the built browser code are found from here. */
  readonly root: string
}

/** A setting of the process that cannot be used. `message` is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = { readonly [name: string]: string | undefined }

/**
 * The settings that are set: those of the file that `SETTINGS_FILE` names and those of the environment, which win. An empty value is how
 * a shell or a compose file says that a setting is not set; in the environment it also hides the value of the file. Throws `ConfigError`
 * for a file that cannot be used.
 */
export function givenSettings(environment: Environment = process.env): ReadonlyMap<string, Setting> {
  const { SETTINGS_FILE: path = '' } = environment
  const inFile = settingNames.filter((name) => name !== 'SETTINGS_FILE')
  const given = new Map<string, Setting>(path.trim() === '' ? [] : fromFile(path, inFile))
  for (const name of settingNames) {
    const value = environment[name]
    if (value !== undefined) given.set(name, { value, from: 'the environment' })
  }
  for (const [name, { value }] of given) if (value.trim() === '') given.delete(name)
  return given
}

function fromFile(path: string, known: readonly string[]): ReadonlyMap<string, Setting> {
  try {
    return readSettingsFile(path, known)
  } catch (error) {
    throw error instanceof SettingsFileError ? new ConfigError(error.message) : error
  }
}

/** The settings that are set, defaults filled in. Throws `ConfigError` for the first that is wrong. */
export function loadConfig(environment: Environment = process.env): Config {
  const given = givenSettings(environment)
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, value]))
  const result = settings.safeParse({ ...defaults, ...values })
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = issue?.path.join('.') ?? ''
    const from = given.get(name)?.from ?? ''
    throw new ConfigError(`${name} ${issue?.message}${from.startsWith('line') ? ` (${from})` : ''}`)
  }
  const { data } = result
  return {
    port: data.PORT,
    host: data.HOST,
    publicOrigin: data.PUBLIC_ORIGIN ?? `http://localhost:${data.PORT}`,
    ...(data.DATABASE_URL && { databaseUrl: data.DATABASE_URL }),
    ...(data.DATABASE_DIRECT_URL && { databaseDirectUrl: data.DATABASE_DIRECT_URL }),
    ...(data.DATABASE_REPLICA_URL && { databaseReplicaUrl: data.DATABASE_REPLICA_URL }),
    dataDir: resolve(data.DATA_DIR),
    ...(data.FILES_URL && { filesAt: data.FILES_URL }),
    ...(data.SMTP_URL && { smtpUrl: data.SMTP_URL }),
    mailFrom: data.MAIL_FROM,
    trustProxy: data.TRUST_PROXY,
    corsOrigins: data.CORS_ORIGINS,
    universityLanguage: data.UNIVERSITY_LANGUAGE,
    ...(data.NODE_ENV === 'production' && { isProduction: true as const }),
    demo: data.DEMO ?? (data.DATABASE_URL === undefined && data.NODE_ENV !== 'production'),
    ...(data.DEMO_PASSWORD && { demoPassword: data.DEMO_PASSWORD }),
    requestsPerMinute: data.REQUEST_LIMIT_PER_MINUTE,
    submissionsPerHour: data.SUBMISSIONS_PER_HOUR,
    applicationsAtOnce: data.APPLICATIONS_AT_ONCE,
    ...(data.METRICS_TOKEN && { metricsToken: data.METRICS_TOKEN }),
    logLevel: data.LOG_LEVEL,
    root: programRoot(),
  }
}

const localHosts = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

const url = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
const httpsOnly = 'must start with https:// (http:// is for this machine alone, or with ALLOW_INSECURE_HTTP=1)'
const isOrigin = (text: string) => url(text)?.origin === text && /^https?:/.test(text)
const hasScheme = (text: string, schemes: readonly string[]) => schemes.includes(url(text)?.protocol ?? '')
const postgresUrl = z
  .string()
  .refine((text) => hasScheme(text, ['postgres:', 'postgresql:']), 'must start with postgres:// or postgresql://')
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1')
const words = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
)

/** Values of settings that are not set. */
export const defaults: { readonly [name: string]: string } = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: './data',
  MAIL_FROM: 'Matricola <matricola@localhost>',
  TRUST_PROXY: '',
  CORS_ORIGINS: '',
  UNIVERSITY_LANGUAGE: 'ro',
  LOG_LEVEL: 'info',
  REQUEST_LIMIT_PER_MINUTE: '600',
  SUBMISSIONS_PER_HOUR: '30',
  APPLICATIONS_AT_ONCE: '64',
}

const settings = z
  .object({
    PORT: z
      .string()
      .refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535, 'must be a port number from 1 to 65535')
      .transform(Number),
    HOST: z.string(),
    PUBLIC_ORIGIN: z
      .string()
      .refine(isOrigin, 'must be an origin such as https://admission.example.org, without a path or a slash at its end')
      .optional(),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_DIRECT_URL: postgresUrl.optional(),
    DATABASE_REPLICA_URL: postgresUrl.optional(),
    DATA_DIR: z.string(),
    FILES_URL: z
      .string()
      .transform((text, context) => {
        const place = s3Place(text)
        if (!place) context.addIssue({ code: 'custom', message: 'must look like s3://key:secret@host/bucket?region=name' })
        return place ?? undefined
      })
      .optional(),
    SMTP_URL: z
      .string()
      .refine((text) => hasScheme(text, ['smtp:', 'smtps:']), 'must start with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z
      .string()
      .refine((text) => /^[^\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(text), 'must be an address such as "Admissions <admissions@example.org>"'),
    TRUST_PROXY: words.refine(
      (proxies) => proxies.every(isProxy),
      'must list the addresses of your proxies, such as 10.0.0.5 or 10.0.0.0/24, separated by commas',
    ),
    CORS_ORIGINS: words.refine(
      (origins) => origins.every(isOrigin),
      'must list origins such as https://www.example.org, separated by commas',
    ),
    UNIVERSITY_LANGUAGE: z.enum(languages, { error: `must be ${languages.join(', ')}` }),
    DEMO: flag.optional(),
    DEMO_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(128, 'must have at most 128 characters').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/-]{20,200}$/, 'must have 20 to 200 letters, digits or the signs . _ ~ + / -')
      .optional(),
    REQUEST_LIMIT_PER_MINUTE: z
      .string()
      .refine((text) => /^\d{1,6}$/.test(text), 'must be a number from 0 (no limit) to 999999')
      .transform(Number),
    SUBMISSIONS_PER_HOUR: z
      .string()
      .refine((text) => /^\d{1,6}$/.test(text), 'must be a number from 0 (no limit) to 999999')
      .transform(Number),
    APPLICATIONS_AT_ONCE: z
      .string()
      .refine((text) => /^[1-9]\d{0,3}$/.test(text), 'must be a number from 1 to 9999')
      .transform(Number),
    NODE_ENV: z.string().optional(),
    ALLOW_INSECURE_HTTP: flag.optional(),
    SETTINGS_FILE: z.string().optional(),
  })
  .superRefine((values, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (values.DEMO && values.NODE_ENV === 'production') refuse('DEMO', 'cannot be 1 while NODE_ENV is production')
    if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined)
      refuse('DATABASE_DIRECT_URL', 'must lead past the pooler of DATABASE_URL, which is not set')
    if (values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined)
      refuse('DATABASE_REPLICA_URL', 'must lead to a replica of DATABASE_URL, which is not set')
    if (values.NODE_ENV === 'production' && values.PUBLIC_ORIGIN === undefined)
      refuse('PUBLIC_ORIGIN', 'must be set while NODE_ENV is production: links in mails and the safety of cookies follow it')
    const origin = url(values.PUBLIC_ORIGIN ?? '')
    if (origin?.protocol === 'http:' && !localHosts.test(origin.hostname) && !values.ALLOW_INSECURE_HTTP) refuse('PUBLIC_ORIGIN', httpsOnly)
    const isOpenToListeners = (each: string) => url(each)?.protocol === 'http:' && !localHosts.test(url(each)?.hostname ?? '')
    if (values.NODE_ENV === 'production' && values.CORS_ORIGINS.some(isOpenToListeners) && !values.ALLOW_INSECURE_HTTP)
      refuse('CORS_ORIGINS', httpsOnly)
  })

/** Names of all settings of the process. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

/** An address or a range of addresses. Words, counts of hops and IPv4 in IPv6's clothes are refused: each can be forged from outside. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || /^::ffff:/i.test(address)) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}

/** The version of this program, with its commit where it lies in a clone: `0.2.0, commit 33d33ff9`. */
export function programVersion(): string {
  const root = programRoot()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = commitIn(join(root, '.git'))
  return commit === null ? version : `${version}, commit ${commit}`
}

function commitIn(git: string): string | null {
  const read = (name: string) => {
    try {
      return readFileSync(join(git, name), 'utf8')
    } catch {
      return ''
    }
  }
  const head = read('HEAD').trim()
  const branch = /^ref: (refs\/\S+)$/.exec(head)?.[1]
  const packed = () =>
    read('packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${branch}`)) ?? ''
  const commit = branch === undefined ? head : read(branch) || packed()
  return /^[0-9a-f]{40}/.test(commit) ? commit.slice(0, 8) : null
}

/** The nearest folder above this file that holds the package: the same from the source and from the build. */
function programRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new ConfigError('The program does not stand in its own folder: package.json is missing.')
    folder = dirname(folder)
  }
  return folder
}
