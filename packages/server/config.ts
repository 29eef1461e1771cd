import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Languages, onlyEnglish } from '@matricola/schema/languages.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { z } from 'zod'
import { mergeByName } from './merge-by-name.ts'
import { parseS3Url, type S3Location } from './ports/s3-file-store.ts'
import { readSettingsFile, type Setting, SettingsFileError } from './settings-file.ts'

/**
 * Configuration of the process. Only this file reads `process.env`; one schema validates everything
 * at startup.
 */
export interface Config {
  /** Name of the program. */
  readonly name: string
  readonly port: number
  readonly host: string
  /** The origin for links, cookies and origin checks, such as `https://admitere.univ.ro`. */
  readonly publicOrigin: string
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl?: string
  /**
   * URL that connects directly to the database, if `databaseUrl` is that of a connection pooler.
   */
  readonly databaseDirectUrl?: string
  /** URL of a streaming replica, which then serves lists, searches and exports. */
  readonly databaseReplicaUrl?: string
  readonly dataDir: string
  /** Absent: files are stored in `dataDir/files`. */
  readonly filesAt?: S3Location
  /** Absent: emails are written as `.eml` files to `dataDir/mail`. */
  readonly smtpUrl?: string
  readonly mailFrom: string
  /** IP addresses of proxies whose `X-Forwarded-*` headers are trusted; empty: none. */
  readonly trustProxy: readonly string[]
  readonly corsOrigins: readonly string[]
  /** Language of the organization on first start. Afterwards its settings apply. */
  readonly defaultLanguage: Language
  readonly demo: boolean
  /** Whether `NODE_ENV` is `production`. */
  readonly isProduction?: true
  readonly demoPassword?: string
  /** API calls per minute and session; an IP address may make twice as many. 0: no limit. */
  readonly requestsPerMinute: number
  /** Bearer token for `/metrics`; absent: the metrics cannot be read. */
  readonly metricsToken?: string
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /**
   * Folder of the program. Migrations, locales and the built browser code are found relative to it.
   */
  readonly root: string
  /**
   * The application's settings, by the names of their variables. Read them with `of` of
   * `defineProcessSettings`.
   */
  readonly settings: { readonly [name: string]: unknown }
}

/** Settings of an application in addition to those of every application. */
export interface ProcessSettings<T = unknown> {
  /** The schema of each variable, whose value is a text. */
  readonly shape: z.ZodRawShape
  /** Values of variables that are not set. */
  readonly defaults: { readonly [name: string]: string }
  /** Returns the settings in a configuration. */
  of(config: Pick<Config, 'settings'>): T
}

/**
 * Defines settings of an application, for `createApp`. `defaults` can include settings of every
 * application.
 */
export const defineProcessSettings = <S extends z.ZodRawShape>(
  shape: S,
  defaults: { readonly [N in (keyof S & string) | keyof GenericSettings]?: string } = {},
): ProcessSettings<z.output<z.ZodObject<S>>> => ({
  shape,
  defaults: defaults as ProcessSettings['defaults'], // an absent default is not a key
  // `loadConfig` validated them with this shape.
  of: (config) => config.settings as z.output<z.ZodObject<S>>,
})

/** What `loadConfig` must know about an application. */
interface ConfigSource extends SettingsSource {
  readonly root: string
}

/** The facts on which the settings depend. */
interface SettingsSource {
  readonly name: string
  readonly registry: Pick<Registry, 'languages'>
  readonly settings: ProcessSettings
}

/** A setting that cannot be used. `message` is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Former names of settings, which are still read if the new name is not set. */
const formerNames: { readonly [former: string]: keyof GenericSettings } = {
  UNIVERSITY_LANGUAGE: 'DEFAULT_LANGUAGE',
}

type Environment = { readonly [name: string]: string | undefined }

/**
 * Returns the settings from the file named by `SETTINGS_FILE` and from the environment, which takes
 * precedence. An empty value means "not set", as in shells and compose files; in the environment it
 * also hides the file's value. Throws `ConfigError` if the file cannot be used.
 */
export function readSettings(
  settingNames: readonly string[],
  environment: Environment = process.env,
): ReadonlyMap<string, Setting> {
  const { SETTINGS_FILE: path = '' } = environment
  const readNames = [...settingNames, ...Object.keys(formerNames)]
  const fileSettings = readNames.filter((name) => name !== 'SETTINGS_FILE')
  const found = new Map<string, Setting>(path.trim() === '' ? [] : fromFile(path, fileSettings))
  for (const name of readNames) {
    const value = environment[name]
    if (value !== undefined) found.set(name, { value, source: 'the environment' })
  }
  for (const [name, { value }] of found) if (value.trim() === '') found.delete(name)
  for (const [former, name] of Object.entries(formerNames)) {
    const setting = found.get(former)
    found.delete(former)
    if (setting && !found.has(name)) found.set(name, setting)
  }
  return found
}

function fromFile(path: string, known: readonly string[]): ReadonlyMap<string, Setting> {
  try {
    return readSettingsFile(path, known)
  } catch (error) {
    throw error instanceof SettingsFileError ? new ConfigError(error.message) : error
  }
}

/**
 * Returns the configuration with defaults filled in. Throws `ConfigError` for the first invalid
 * setting.
 */
export function loadConfig(app: ConfigSource, environment: Environment = process.env): Config {
  const { name, root, registry, settings: appSettings } = app
  const provided = readSettings(settingNamesOf(appSettings), environment)
  const defaults = defaultsOf(app)
  const data = parseSettings(genericSettings(registry.languages), defaults, provided)
  return {
    name,
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
    defaultLanguage: data.DEFAULT_LANGUAGE,
    ...(data.NODE_ENV === 'production' && { isProduction: true as const }),
    demo: data.DEMO ?? (data.DATABASE_URL === undefined && data.NODE_ENV !== 'production'),
    ...(data.DEMO_PASSWORD && { demoPassword: data.DEMO_PASSWORD }),
    requestsPerMinute: data.REQUEST_LIMIT_PER_MINUTE,
    ...(data.METRICS_TOKEN && { metricsToken: data.METRICS_TOKEN }),
    logLevel: data.LOG_LEVEL,
    root,
    settings: parseSettings(z.object(appSettings.shape), defaults, provided),
  }
}

/** Validates settings, with defaults filled in. Throws `ConfigError` for the first invalid one. */
function parseSettings<T>(
  schema: z.ZodType<T>,
  defaults: ProcessSettings['defaults'],
  provided: ReadonlyMap<string, Setting>,
): T {
  const values = Object.fromEntries([...provided].map(([name, { value }]) => [name, value]))
  const result = schema.safeParse({ ...defaults, ...values })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = issue?.path.join('.') ?? ''
  const from = provided.get(name)?.source ?? ''
  throw new ConfigError(`${name} ${issue?.message}${from.startsWith('line') ? ` (${from})` : ''}`)
}

/** A name as part of a domain. */
export const domainLabel = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'app'

const localHosts = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

const url = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
const httpsOnly =
  'must start with https:// (http:// is only allowed for this machine, or with ALLOW_INSECURE_HTTP=1)'
const isOrigin = (text: string) => url(text)?.origin === text && /^https?:/.test(text)
const hasScheme = (text: string, schemes: readonly string[]) =>
  schemes.includes(url(text)?.protocol ?? '')
const postgresUrl = z
  .string()
  .refine(
    (text) => hasScheme(text, ['postgres:', 'postgresql:']),
    'must start with postgres:// or postgresql://',
  )
const booleanFlag = z
  .enum(['0', '1'], { error: 'must be 0 or 1' })
  .transform((value) => value === '1')
const words = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
)

/** Defaults of the settings of every application. */
const genericDefaults: { readonly [name: string]: string } = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: './data',
  TRUST_PROXY: '',
  CORS_ORIGINS: '',
  LOG_LEVEL: 'info',
  REQUEST_LIMIT_PER_MINUTE: '600',
}

/** The settings of every application. */
const genericSettings = (languages: Languages) =>
  z
    .object({
      PORT: z
        .string()
        .refine(
          (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535,
          'must be a port number from 1 to 65535',
        )
        .transform(Number),
      HOST: z.string(),
      PUBLIC_ORIGIN: z
        .string()
        .refine(
          isOrigin,
          'must be an origin such as https://admission.example.org, without a path or trailing slash',
        )
        .optional(),
      DATABASE_URL: postgresUrl.optional(),
      DATABASE_DIRECT_URL: postgresUrl.optional(),
      DATABASE_REPLICA_URL: postgresUrl.optional(),
      DATA_DIR: z.string(),
      FILES_URL: z
        .string()
        .transform((text, context) => {
          const location = parseS3Url(text)
          if (!location)
            context.addIssue({
              code: 'custom',
              message: 'must look like s3://key:secret@host/bucket?region=name',
            })
          return location ?? undefined
        })
        .optional(),
      SMTP_URL: z
        .string()
        .refine(
          (text) => hasScheme(text, ['smtp:', 'smtps:']),
          'must start with smtp:// or smtps://',
        )
        .optional(),
      MAIL_FROM: z
        .string()
        .refine(
          (text) => /^[^\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(text),
          'must be an address such as "Admissions <admissions@example.org>"',
        ),
      TRUST_PROXY: words.refine(
        (proxies) => proxies.every(isProxy),
        'must list the addresses of your proxies, such as 10.0.0.5 or 10.0.0.0/24, separated by commas',
      ),
      CORS_ORIGINS: words.refine(
        (origins) => origins.every(isOrigin),
        'must list origins such as https://www.example.org, separated by commas',
      ),
      DEFAULT_LANGUAGE: z.enum(languages, { error: `must be ${languages.join(', ')}` }),
      DEMO: booleanFlag.optional(),
      DEMO_PASSWORD: z
        .string()
        .min(12, 'must have at least 12 characters')
        .max(128, 'must have at most 128 characters')
        .optional(),
      LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      }),
      METRICS_TOKEN: z
        .string()
        .regex(
          /^[\w.~+/-]{20,200}$/,
          'must have 20 to 200 characters: letters, digits and . _ ~ + / -',
        )
        .optional(),
      REQUEST_LIMIT_PER_MINUTE: z
        .string()
        .refine((text) => /^\d{1,6}$/.test(text), 'must be a number from 0 (no limit) to 999999')
        .transform(Number),
      NODE_ENV: z.string().optional(),
      ALLOW_INSECURE_HTTP: booleanFlag.optional(),
      SETTINGS_FILE: z.string().optional(),
    })
    .superRefine((values, context) => {
      const addIssue = (name: string, message: string) =>
        context.addIssue({ code: 'custom', path: [name], message })
      if (values.DEMO && values.NODE_ENV === 'production')
        addIssue('DEMO', 'cannot be 1 if NODE_ENV is production')
      if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined)
        addIssue(
          'DATABASE_DIRECT_URL',
          'requires DATABASE_URL, whose connection pooler it bypasses',
        )
      if (values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined)
        addIssue('DATABASE_REPLICA_URL', 'requires DATABASE_URL, of which it is a replica')
      if (values.NODE_ENV === 'production' && values.PUBLIC_ORIGIN === undefined)
        addIssue(
          'PUBLIC_ORIGIN',
          'must be set if NODE_ENV is production, because links in emails and secure cookies depend on it',
        )
      const origin = url(values.PUBLIC_ORIGIN ?? '')
      if (
        origin?.protocol === 'http:' &&
        !localHosts.test(origin.hostname) &&
        !values.ALLOW_INSECURE_HTTP
      )
        addIssue('PUBLIC_ORIGIN', httpsOnly)
      const isOpenToListeners = (each: string) =>
        url(each)?.protocol === 'http:' && !localHosts.test(url(each)?.hostname ?? '')
      if (
        values.NODE_ENV === 'production' &&
        values.CORS_ORIGINS.some(isOpenToListeners) &&
        !values.ALLOW_INSECURE_HTTP
      )
        addIssue('CORS_ORIGINS', httpsOnly)
    })

type GenericSettings = z.output<ReturnType<typeof genericSettings>>

/** Names of all settings. Throws if the application defines one that every application has. */
export const settingNamesOf = (settings: ProcessSettings): readonly string[] =>
  Object.keys(
    mergeByName<z.ZodRawShape>('the setting', [genericSettings(onlyEnglish).shape, settings.shape]),
  )

/** Values of settings that are not set. */
export const defaultsOf = ({
  name,
  registry,
  settings,
}: SettingsSource): ProcessSettings['defaults'] => ({
  ...genericDefaults,
  MAIL_FROM: `${name} <${domainLabel(name)}@localhost>`,
  DEFAULT_LANGUAGE: registry.languages[0],
  ...settings.defaults,
})

/**
 * Whether a text is an IP address or a range of IP addresses. Names, hop counts and IPv4-mapped
 * IPv6 addresses are rejected, because each of them could be forged by a client.
 */
function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || /^::ffff:/i.test(address)) return false
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
