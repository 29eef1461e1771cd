import { invitationPath, resetPasswordPath } from '@matricola/schema/paths.ts'
import type { Context } from '../context.ts'
import type { Account } from '../session/accounts.ts'
import { createOneTimeToken, type TokenKind } from '../session/one-time-tokens.ts'

/**
 * Returns a link that works once. The token follows `#`, so that it reaches no server log, proxy or
 * `Referer` header.
 */
export async function createAccountLink(
  { config, database, clock }: Context,
  kind: TokenKind,
  account: Account,
): Promise<string> {
  const token = await database.transaction((queries) =>
    createOneTimeToken(queries, kind, account, clock.now()),
  )
  return `${config.publicOrigin}${kind === 'reset' ? resetPasswordPath : invitationPath}#t=${token}`
}
