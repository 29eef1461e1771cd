import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { accountEndpoints } from '#model/console-endpoints.ts'
import { sessionEndpoints as calls, type Endpoint } from '#model/endpoints.ts'
import { AppError } from '#model/errors.ts'
import { languages } from '#model/vocabulary.ts'
import { changePassword, setPasswordByLink } from '../actions/change-password.ts'
import { confirmPassword } from '../actions/confirm-password.ts'
import { inviteUser } from '../actions/invite-user.ts'
import { readAlarms } from '../actions/read-health.ts'
import { refreshSession } from '../actions/refresh-session.ts'
import { requestPassword } from '../actions/request-password.ts'
import { signIn } from '../actions/sign-in.ts'
import type { Context } from '../context.ts'
import { callerIn } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import type { RouteAccess } from '../http/route-access.ts'
import { routeAt } from '../http/route-at.ts'
import { accountById, keepLanguage, toWireUser } from '../session/accounts.ts'
import { bodyOf, idIn } from '../session/body.ts'
import { recordEvent } from '../session/events.ts'
import { forgettingCallers } from '../session/known-callers.ts'
import { languageOf } from '../session/language.ts'
import { demand, limits } from '../session/limiter.ts'
import { demandRecentPassword } from '../session/reauthentication.ts'
import { giveDevice, giveTokens, originOf, takeTokens, tokensIn } from '../session/session-cookies.ts'
import { endSession, liveSessions, sessionOfToken } from '../session/sessions.ts'
import { isToken, maskSubject } from '../session/tokens.ts'

const tag = 'Authentication'
const secret = () => z.string().check(z.minLength(1), z.maxLength(1024))
const bodies = {
  login: z.strictObject({ username: z.string().check(z.minLength(1), z.maxLength(254)), password: secret() }),
  forgot: z.strictObject({ email: z.string().check(z.minLength(1), z.maxLength(254)) }),
  link: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)), password: secret() }),
  change: z.strictObject({ currentPassword: secret(), password: secret() }),
  confirm: z.strictObject({ password: secret() }),
  language: z.strictObject({ language: z.enum(languages) }),
}

const repeatableRoute = (call: Endpoint, access: RouteAccess, summary: string, body?: z.ZodMiniType) => ({
  ...routeAt(call),
  config: { access, doc: { summary, tag, ...(body && { body }) } },
})

/** As `repeatableRoute`, for what proves a person or gives cookies: nothing of it is kept to be answered again. */
function route(...parts: Parameters<typeof repeatableRoute>) {
  const made = repeatableRoute(...parts)
  return { ...made, config: { ...made.config, repeats: 'never' as const } }
}

/** As `route`, also for somebody who must first choose a password. */
function earlyRoute(...parts: Parameters<typeof route>) {
  const made = route(...parts)
  return { ...made, config: { ...made.config, beforePasswordChange: true as const } }
}

/** As `route`, also while the disk is full. */
function lastingRoute(...parts: Parameters<typeof route>) {
  const made = route(...parts)
  return { ...made, config: { ...made.config, whileReadOnly: true as const } }
}

/** The calls of signing in and out, of passwords and of the own sessions. Spellings: specification, section 7. */
export function authenticationRoutes(app: FastifyInstance, context: Context): void {
  signInRoutes(app, context)
  passwordRoutes(app, context)
  ownSessionRoutes(app, context)
}

function signInRoutes(app: FastifyInstance, context: Context): void {
  const { config, database, clock, texts } = context

  app.route({
    ...lastingRoute(calls.login, 'public', 'Sign in with a user name or an e-mail address', bodies.login),
    async handler(request, reply) {
      const { username, password } = bodyOf(bodies.login, request)
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
    },
  })

  app.route({
    ...lastingRoute(calls.refresh, 'public', 'Go on with a session: new access and refresh tokens in cookies'),
    async handler(request, reply) {
      const cookies = tokensIn(request, config)
      // Without the refresh cookie a left-over access cookie still says that there was a session.
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
    },
  })

  app.route({
    ...lastingRoute(calls.revoke, 'public', 'Sign out; does nothing where nobody is signed in'),
    async handler(request, reply) {
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
    },
  })

  app.route({
    ...earlyRoute(calls.checkAuth, 'signedIn', 'The person signed in'),
    async handler(request) {
      const account = await accountById(database, callerIn(request).id)
      if (!account) throw new AppError('session.expired')
      const alarms = account.role === 'admin' ? await readAlarms(context) : {}
      return ok({ ...toWireUser(account), ...(Object.keys(alarms).length > 0 && { alarms }) })
    },
  })
}

/** How long the link of a file may be followed after the password was asked for. */
const untilFetchedMs = 30_000

function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { config, database, keys, clock, texts } = context

  app.route({
    ...route(calls.forgotPassword, 'public', 'Ask for a link to choose a new password', bodies.forgot),
    async handler(request) {
      const { email } = bodyOf(bodies.forgot, request)
      const language = languageOf(request)
      await requestPassword(context, { email, limitedAddress: originOf(request).limitedAddress, language })
      const text = texts.text(language, 'server:passwordRequested')
      return ok(text, text)
    },
  })

  for (const [call, kind, summary, message] of [
    [calls.resetPassword, 'reset', 'Choose a new password by the link of a mail', 'server:passwordReset'],
    [calls.acceptInvitation, 'invitation', 'Choose the first password by the link of an invitation', 'server:invitationAccepted'],
  ] as const) {
    app.route({
      ...route(call, 'public', summary, bodies.link),
      async handler(request) {
        const { token, password } = bodyOf(bodies.link, request)
        const { limitedAddress } = originOf(request)
        await demand(database, limits.tokenAddress, maskSubject(keys.index, `address:${limitedAddress}`), clock.now())
        await setPasswordByLink(context, { kind, token, password, language: languageOf(request) })
        return ok({}, texts.text(languageOf(request), message))
      },
    })
  }

  app.route({
    ...earlyRoute(calls.changePassword, 'signedIn', 'Change the own password; other sessions end', bodies.change),
    async handler(request, reply) {
      const caller = callerIn(request)
      const { currentPassword, password } = bodyOf(bodies.change, request)
      const { address, device } = originOf(request)
      const tokens = await changePassword(context, {
        userId: caller.id,
        currentPassword,
        password,
        origin: { address, device },
      })
      giveTokens(reply, config, caller.role, tokens)
      return ok({}, texts.text(caller.language, 'server:passwordChanged'))
    },
  })

  app.route({
    ...lastingRoute(calls.confirmPassword, 'signedIn', 'Give the password again before a sensitive step', bodies.confirm),
    async handler(request) {
      const caller = callerIn(request)
      const { password } = bodyOf(bodies.confirm, request)
      await confirmPassword(context, caller, password)
      return ok({})
    },
  })

  app.route({
    ...route(
      accountEndpoints.passwordProof,
      'signedIn',
      'Whether the password was given within the last five minutes, and half a minute more',
    ),
    async handler(request) {
      demandRecentPassword(callerIn(request), new Date(clock.now().getTime() + untilFetchedMs))
      return ok({})
    },
  })

  app.route({
    ...repeatableRoute(calls.resendInvitation, { roles: ['admin'] }, 'Send the invitation of an account again'),
    async handler(request) {
      const { language } = callerIn(request)
      await inviteUser(context, idIn(request))
      return ok({}, texts.text(language, 'server:invitationSent'))
    },
  })
}

function ownSessionRoutes(app: FastifyInstance, { config, database, clock, texts }: Context): void {
  app.route({
    ...route(calls.sessions, 'signedIn', 'The own sessions, the latest used first'),
    async handler(request) {
      const { id, sessionId } = callerIn(request)
      return ok({ list: await liveSessions(database, id, sessionId, clock.now()) })
    },
  })

  app.route({
    ...repeatableRoute(accountEndpoints.keepLanguage, 'signedIn', 'The language of mails to the own account from now on', bodies.language),
    async handler(request) {
      await keepLanguage(database, callerIn(request).id, bodyOf(bodies.language, request).language)
      return ok({})
    },
  })

  app.route({
    ...lastingRoute(
      calls.endSession,
      'signedIn',
      'End one of the own sessions; another than this one asks for the password within the last five minutes',
    ),
    async handler(request, reply) {
      const caller = callerIn(request)
      const sessions = await liveSessions(database, caller.id, caller.sessionId, clock.now())
      const session = sessions.find(({ id }) => id === idIn(request))
      if (!session) throw new AppError('record.missing')
      if (!session.isCurrent) demandRecentPassword(caller, clock.now())
      await forgettingCallers(database, () => endSession(database, session.id, 'ended', clock.now()))
      await recordEvent(database, clock.now(), { kind: 'sessionsEnded', userId: caller.id })
      if (session.isCurrent) takeTokens(reply, config)
      return ok({}, texts.text(caller.language, 'server:sessionEnded'))
    },
  })
}
