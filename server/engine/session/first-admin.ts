import { invitationPath } from '#model/paths.ts'
import type { Environment } from '../environment.ts'
import { accountByLogin, createAccount } from './accounts.ts'
import { makeOneTimeToken } from './one-time-tokens.ts'

const username = 'admin'

/**
 * A link by which the first administrator chooses a password, while nobody at all has one; null from then on. The
 * account `admin` is made where it is missing. Every start makes a new link; each is good once.
 */
export async function firstAdminLink({ database, keys, config, clock }: Environment): Promise<string | null> {
  const [row] = await database.query<{ possible: boolean }>('select exists (select from credential) as possible')
  if (row?.possible) return null
  const { hostname } = new URL(config.publicOrigin)
  const account = { name: 'Administrator', username, email: `${username}@${mailDomain(hostname)}`, role: 'admin' } as const
  if (!(await accountByLogin(database, username))) await createAccount(database, keys, { ...account, createdAt: clock.now() })
  const admin = await accountByLogin(database, username)
  if (!admin) return null
  const token = await makeOneTimeToken(database, 'invitation', admin, clock.now())
  return `${config.publicOrigin}${invitationPath}#t=${token}`
}

/** Something that reads like an address until the administrator enters the real one. */
const mailDomain = (hostname: string) => (/\.[a-z]{2,}$/i.test(hostname) ? hostname : 'matricola.local')
