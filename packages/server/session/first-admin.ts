import { invitationPath } from '@matricola/schema/paths.ts'
import { type Config, domainLabel } from '../config.ts'
import type { Environment } from '../environment.ts'
import { createAccount, findAccountByLogin } from './accounts.ts'
import { createOneTimeToken } from './one-time-tokens.ts'

/**
 * Returns a link with which the first administrator chooses a password; null once any account has a
 * password. Creates the account if necessary, with the name of the administrators' role. Each start
 * creates a new link, which works once.
 */
export async function createFirstAdminLink(context: Environment): Promise<string | null> {
  const { database, keys, config, clock, registry } = context
  const [row] = await database.query<{ possible: boolean }>(
    'select exists (select from credential) as possible',
  )
  if (row?.possible) return null
  const username = registry.adminRole
  const account = {
    name: 'Administrator',
    username,
    email: `${username}@${mailDomain(config)}`,
    role: registry.adminRole,
  } as const
  if (!(await findAccountByLogin(context, username)))
    await createAccount(database, keys, { ...account, createdAt: clock.now() })
  const admin = await findAccountByLogin(context, username)
  if (!admin) return null
  const token = await createOneTimeToken(database, 'invitation', admin, clock.now())
  return `${config.publicOrigin}${invitationPath}#t=${token}`
}

/** Makes a plausible email domain, used until the administrator enters a real address. */
function mailDomain({ publicOrigin, name }: Config): string {
  const { hostname } = new URL(publicOrigin)
  return /\.[a-z]{2,}$/i.test(hostname) ? hostname : `${domainLabel(name)}.local`
}
