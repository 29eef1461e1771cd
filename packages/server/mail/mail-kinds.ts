/** Emails of the engine, all to users with an account. Their texts are `mail:<kind>.…`. */
export const engineMailKinds = [
  'invitation',
  'reset',
  'passwordChanged',
  'newDevice',
  'tokenReused',
  'emailChanged',
  'accountLinked',
  'accountUnlinked',
  'officeAccount',
  'backupTaken',
  'notification',
] as const
export type EngineMailKind = (typeof engineMailKinds)[number]

/** All kinds of emails. A pack declares its own by merging with this interface. */
export interface MailKinds extends Readonly<Record<EngineMailKind, true>> {}

/** An email is composed when it is sent, so that no link is stored in the database. */
export type MailKind = keyof MailKinds
