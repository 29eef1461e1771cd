import type { FastifyInstance } from 'fastify'
import * as calls from '#model/calls/session.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { serve } from '../http/serve.ts'
import { changePassword, setPasswordByLink } from '../services/change-password.ts'
import { confirmPassword } from '../services/confirm-password.ts'
import { inviteUser } from '../services/invite-user.ts'
import { readAlarms } from '../services/read-health.ts'
import { refreshSession } from '../services/refresh-session.ts'
import { requestPassword } from '../services/request-password.ts'
import { signIn } from '../services/sign-in.ts'
import { accountById, keepLanguage, toWireUser } from '../session/accounts.ts'
import { recordEvent } from '../session/events.ts'
import { forgettingCallers } from '../session/known-callers.ts'
import { languageOf } from '../session/language.ts'
import { consume, limits } from '../session/limiter.ts'
import { demandRecentPassword } from '../session/reauthentication.ts'
import { giveDevice, giveTokens, originOf, takeTokens, tokensIn } from '../session/session-cookies.ts'
import { endSession, liveSessions, sessionOfToken } from '../session/sessions.ts'
import { isToken, maskSubject } from '../session/tokens.ts'

/** Calls for signing in and out, passwords and the caller's own sessions. Names and paths follow section 7 of the specification. */
export function authenticationRoutes(app: FastifyInstance, context: Context): void {
  signInRoutes(app, context)
  passwordRoutes(app, context)
  ownSessionRoutes(app, context)
}

function signInRoutes(app: FastifyInstance, context: Context): void {
  const { config, database, clock, texts } = context

  serve(app, calls.login, async ({ request, reply, input: { username, password } }) => {
    const cookies = tokensIn(request, config)
    const { account, tokens, deviceToken } = await signIn(context, {
      username,
      password,
      ...originOf(request),
      deviceToken: cookies.device,
      oldToken: cookies.refresh ?? cookies.access,
      language: languageOf(request),
    })
    giveTokens(reply, config, account.role, tokens)
    if (deviceToken) giveDevice(reply, config, deviceToken)
    return ok(toWireUser(account))
  })

  serve(app, calls.refresh, async ({ request, reply }) => {
    const cookies = tokensIn(request, config)
    // A leftover access cookie without the refresh cookie shows that there was a session.
    if (cookies.refresh === null && cookies.access !== null) throw new AppError('session.expired')
    try {
      const { tokens, role } = await refreshSession(context, {
        token: cookies.refresh,
        ...originOf(request),
      })
      giveTokens(reply, config, role, tokens)
      return ok({})
    } catch (error) {
      if (error instanceof AppError && error.status === 401) takeTokens(reply, config)
      throw error
    }
  })

  serve(app, calls.revoke, async ({ request, reply }) => {
    const cookies = tokensIn(request, config)
    for (const token of [cookies.access, cookies.refresh]) {
      const sessionId = isToken(token) ? await sessionOfToken(database, token) : null
      if (!sessionId) continue
      await forgettingCallers(database, () => endSession(database, sessionId, 'signedOut', clock.now()))
      await recordEvent(database, clock.now(), { kind: 'signedOut', address: originOf(request).address })
      break
    }
    takeTokens(reply, config)
    reply.header('clear-site-data', '"cache"')
    return ok({}, texts.text(languageOf(request), 'server:signedOut'))
  })

  serve(app, calls.checkAuth, async ({ caller }) => {
    const account = await accountById(database, caller.id)
    if (!account) throw new AppError('session.expired')
    const alarms = account.role === 'admin' ? await readAlarms(context) : {}
    return ok({ ...toWireUser(account), ...(Object.keys(alarms).length > 0 && { alarms }) })
  })
}

/** How long the link of a file may be used after the password was confirmed. */
const untilFetchedMs = 30_000

function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { config, database, keys, clock, texts } = context

  serve(app, calls.forgotPassword, async ({ request, input: { email } }) => {
    const language = languageOf(request)
    await requestPassword(context, { email, limitedAddress: originOf(request).limitedAddress, language })
    const text = texts.text(language, 'server:passwordRequested')
    return ok(text, text)
  })

  for (const [call, kind, message] of [
    [calls.resetPassword, 'reset', 'server:passwordReset'],
    [calls.acceptInvitation, 'invitation', 'server:invitationAccepted'],
  ] as const)
    serve(app, call, async ({ request, input: { token, password } }) => {
      const { limitedAddress } = originOf(request)
      await consume(database, limits.tokenAddress, maskSubject(keys.index, `address:${limitedAddress}`), clock.now())
      await setPasswordByLink(context, { kind, token, password, language: languageOf(request) })
      return ok({}, texts.text(languageOf(request), message))
    })

  serve(app, calls.changePassword, async ({ request, reply, caller, input: { currentPassword, password } }) => {
    const { address, device } = originOf(request)
    const tokens = await changePassword(context, {
      userId: caller.id,
      currentPassword,
      password,
      origin: { address, device },
    })
    giveTokens(reply, config, caller.role, tokens)
    return ok({}, texts.text(caller.language, 'server:passwordChanged'))
  })

  serve(app, calls.confirmPassword, async ({ caller, input: { password } }) => {
    await confirmPassword(context, caller, password)
    return ok({})
  })

  serve(app, calls.passwordProof, async ({ caller }) => {
    demandRecentPassword(caller, new Date(clock.now().getTime() + untilFetchedMs))
    return ok({})
  })

  serve(app, calls.resendInvitation, async ({ caller, params: { id } }) => {
    await inviteUser(context, id)
    return ok({}, texts.text(caller.language, 'server:invitationSent'))
  })
}

function ownSessionRoutes(app: FastifyInstance, { config, database, clock, texts }: Context): void {
  serve(app, calls.sessions, async ({ caller: { id, sessionId } }) =>
    ok({ list: await liveSessions(database, id, sessionId, clock.now()) }),
  )

  serve(app, calls.keepLanguage, async ({ caller, input: { language } }) => {
    await keepLanguage(database, caller.id, language)
    return ok({})
  })

  serve(app, calls.endSession, async ({ reply, caller, params }) => {
    const sessions = await liveSessions(database, caller.id, caller.sessionId, clock.now())
    const session = sessions.find(({ id }) => id === params.id)
    if (!session) throw new AppError('record.missing')
    if (!session.isCurrent) demandRecentPassword(caller, clock.now())
    await forgettingCallers(database, () => endSession(database, session.id, 'ended', clock.now()))
    await recordEvent(database, clock.now(), { kind: 'sessionsEnded', userId: caller.id })
    if (session.isCurrent) takeTokens(reply, config)
    return ok({}, texts.text(caller.language, 'server:sessionEnded'))
  })
}
