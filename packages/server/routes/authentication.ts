import * as calls from '@matricola/schema/calls/session.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { changeOwnPassword, setPasswordByLink } from '../services/change-password.ts'
import { recordPasswordConfirmation } from '../services/confirm-password.ts'
import { inviteUser } from '../services/invite-user.ts'
import { readAlarms } from '../services/read-health.ts'
import { refreshSession } from '../services/refresh-session.ts'
import { requestPassword } from '../services/request-password.ts'
import { signIn } from '../services/sign-in.ts'
import { findAccountById, storeLanguage, toWireUser } from '../session/accounts.ts'
import { invalidatingCallers } from '../session/caller-cache.ts'
import { languageOf } from '../session/language.ts'
import { consume, rateLimits } from '../session/rate-limits.ts'
import { assertRecentPassword } from '../session/reauthentication.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import {
  clearSessionCookies,
  readSessionTokens,
  sessionLocationOf,
  setDeviceCookie,
  setSessionCookies,
} from '../session/session-cookies.ts'
import { findSessionOfToken, readLiveSessions, revokeSession } from '../session/sessions.ts'
import { isToken, maskSubject } from '../session/tokens.ts'

/**
 * Calls for signing in and out, for passwords, and for the caller's own sessions. Names and paths
 * follow section 7 of the specification.
 */
export function authenticationRoutes(app: FastifyInstance, context: Context): void {
  signInRoutes(app, context)
  passwordRoutes(app, context)
  ownSessionRoutes(app, context)
}

function signInRoutes(app: FastifyInstance, context: Context): void {
  const { config, database, clock, texts } = context

  registerCall(app, calls.login, async ({ request, reply, input: { username, password } }) => {
    const cookies = readSessionTokens(request, config)
    const { account, tokens, deviceToken } = await signIn(context, {
      username,
      password,
      ...sessionLocationOf(request),
      deviceToken: cookies.device,
      oldToken: cookies.refresh ?? cookies.access,
      language: languageOf(request),
    })
    setSessionCookies(reply, context, account.role, tokens)
    if (deviceToken) setDeviceCookie(reply, config, deviceToken)
    return ok(toWireUser(account))
  })

  registerCall(app, calls.refresh, async ({ request, reply }) => {
    const cookies = readSessionTokens(request, config)
    // A leftover access cookie without the refresh cookie shows that there was a session.
    if (cookies.refresh === null && cookies.access !== null) throw new AppError('session.expired')
    try {
      const { tokens, role } = await refreshSession(context, {
        token: cookies.refresh,
        ...sessionLocationOf(request),
      })
      setSessionCookies(reply, context, role, tokens)
      return ok({})
    } catch (error) {
      if (error instanceof AppError && error.status === 401) clearSessionCookies(reply, config)
      throw error
    }
  })

  registerCall(app, calls.revoke, async ({ request, reply }) => {
    const cookies = readSessionTokens(request, config)
    for (const token of [cookies.access, cookies.refresh]) {
      const sessionId = isToken(token) ? await findSessionOfToken(database, token) : null
      if (!sessionId) continue
      await invalidatingCallers(database, () =>
        revokeSession(database, sessionId, 'signedOut', clock.now()),
      )
      await recordSecurityEvent(database, clock.now(), {
        kind: 'signedOut',
        address: sessionLocationOf(request).address,
      })
      break
    }
    clearSessionCookies(reply, config)
    reply.header('clear-site-data', '"cache"')
    return ok({}, texts.text(languageOf(request), 'server:signedOut'))
  })

  registerCall(app, calls.checkAuth, async ({ caller }) => {
    const account = await findAccountById(context, caller.id)
    if (!account) throw new AppError('session.expired')
    const alarms = account.role === context.registry.adminRole ? await readAlarms(context) : {}
    return ok({ ...toWireUser(account), ...(Object.keys(alarms).length > 0 && { alarms }) })
  })
}

/** How long a link to a file works after the password was confirmed. */
const fileLinkMs = 30_000

function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { database, keys, clock, texts } = context

  registerCall(app, calls.forgotPassword, async ({ request, input: { email } }) => {
    const language = languageOf(request)
    await requestPassword(context, {
      email,
      limitedAddress: sessionLocationOf(request).limitedAddress,
      language,
    })
    const text = texts.text(language, 'server:passwordRequested')
    return ok(text, text)
  })

  for (const [call, kind, message] of [
    [calls.resetPassword, 'reset', 'server:passwordReset'],
    [calls.acceptInvitation, 'invitation', 'server:invitationAccepted'],
  ] as const)
    registerCall(app, call, async ({ request, input: { token, password } }) => {
      const { limitedAddress } = sessionLocationOf(request)
      await consume(
        database,
        rateLimits.tokenAddress,
        maskSubject(keys.index, `address:${limitedAddress}`),
        clock.now(),
      )
      await setPasswordByLink(context, { kind, token, password, language: languageOf(request) })
      return ok({}, texts.text(languageOf(request), message))
    })

  registerCall(
    app,
    calls.changePassword,
    async ({ request, reply, caller, input: { currentPassword, password } }) => {
      const { address, device } = sessionLocationOf(request)
      const tokens = await changeOwnPassword(context, {
        userId: caller.id,
        currentPassword,
        password,
        origin: { address, device },
      })
      setSessionCookies(reply, context, caller.role, tokens)
      return ok({}, texts.text(caller.language, 'server:passwordChanged'))
    },
  )

  registerCall(app, calls.confirmPassword, async ({ caller, input: { password } }) => {
    await recordPasswordConfirmation(context, caller, password)
    return ok({})
  })

  registerCall(app, calls.checkReauthentication, async ({ caller }) => {
    assertRecentPassword(caller, new Date(clock.now().getTime() + fileLinkMs))
    return ok({})
  })

  registerCall(app, calls.resendInvitation, async ({ caller, params: { id } }) => {
    await inviteUser(context, id)
    return ok({}, texts.text(caller.language, 'server:invitationSent'))
  })
}

function ownSessionRoutes(
  app: FastifyInstance,
  { config, database, clock, texts, registry }: Context,
): void {
  registerCall(app, calls.sessions, async ({ caller: { id, sessionId } }) =>
    ok({ list: await readLiveSessions(database, id, sessionId, clock.now()) }),
  )

  registerCall(app, calls.keepLanguage, async ({ caller, input: { language } }) => {
    if (!registry.languages.includes(language))
      throw invalidInput({ language: [{ code: 'choice.unknown' }] })
    await storeLanguage(database, caller.id, language)
    return ok({})
  })

  registerCall(app, calls.endSession, async ({ reply, caller, params }) => {
    const sessions = await readLiveSessions(database, caller.id, caller.sessionId, clock.now())
    const session = sessions.find(({ id }) => id === params.id)
    if (!session) throw new AppError('record.missing')
    if (!session.isCurrent) assertRecentPassword(caller, clock.now())
    await invalidatingCallers(database, () =>
      revokeSession(database, session.id, 'ended', clock.now()),
    )
    await recordSecurityEvent(database, clock.now(), { kind: 'sessionsEnded', userId: caller.id })
    if (session.isCurrent) clearSessionCookies(reply, config)
    return ok({}, texts.text(caller.language, 'server:sessionEnded'))
  })
}
