import { invitationPath, resetPasswordPath } from '#model/paths.ts'
import type { Context } from '../context.ts'
import type { Account } from '../session/accounts.ts'
import { makeOneTimeToken, type TokenKind } from '../session/one-time-tokens.ts'

/** A link that works once, made when its mail is sent. The token stands behind `#`: it reaches no server log, no proxy and no `Referer` (S-6.3). */
export async function accountLink({ config, database, clock }: Context, kind: TokenKind, account: Account): Promise<string> {
  const token = await database.transaction((queries) => makeOneTimeToken(queries, kind, account, clock.now()))
  return `${config.publicOrigin}${kind === 'reset' ? resetPasswordPath : invitationPath}#t=${token}`
}
