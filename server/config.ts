/** Settings of the process. The only reader of `process.env`; one schema checks them all at start. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Origin of every link, cookie rule and origin check, such as `https://admitere.univ.ro`. */
  readonly publicOrigin: string
  /** Absent: the embedded database under `dataDir`. */
  readonly databaseUrl?: string
  readonly dataDir: string
  /** Absent: mails become `.eml` files under `dataDir/mail`. */
  readonly smtpUrl?: string
  readonly mailFrom: string
  /** Addresses of proxies whose forwarding headers are believed; empty: none. */
  readonly trustProxy: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly demo: boolean
  readonly demoPassword?: string
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Folder of the program: migrations, locales and the built browser code are found from here. */
  readonly root: string
}
