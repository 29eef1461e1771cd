/** Mails of the engine itself, all to people with an account; texts `mail:<kind>.…`. */
export const engineMailKinds = [
  'invitation',
  'reset',
  'passwordChanged',
  'newDevice',
  'tokenReused',
  'emailChanged',
  'accountLinked',
  'accountUnlinked',
  'backupTaken',
  'notification',
] as const
export type EngineMailKind = (typeof engineMailKinds)[number]

/** The mails there are: a pack declares its own by merging with this interface. */
export interface MailKinds extends Readonly<Record<EngineMailKind, true>> {}

/** Words of a mail are put together when it is sent, so that no link lies in the database. */
export type MailKind = keyof MailKinds
