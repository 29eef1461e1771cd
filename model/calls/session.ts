/** Calls for signing in and out, passwords and the user's sessions. Paths: specification, section 7. */
import * as z from 'zod/mini'
import { languages } from '../vocabulary.ts'
import { defineCall } from '../wire/call.ts'
import { sessionEndpoints as at } from '../wire/endpoints.ts'
import { text } from '../wire/shapes.ts'
import { sessionSchema, userSchema } from '../wire/wire.ts'

const tag = 'Authentication'
/** These calls handle credentials or set cookies, so their responses are never stored for repeated calls. */
const authenticating = { tag, repeats: 'never' } as const
const anyone = { ...authenticating, access: 'public' } as const
const signedIn = { ...authenticating, access: 'signedIn' } as const
const whileReadOnly = { whileReadOnly: true } as const

const secret = () => z.string().check(z.minLength(1), z.maxLength(1024))
const name = () => z.string().check(z.minLength(1), z.maxLength(254))
const byLink = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)), password: secret() })

export const login = defineCall({
  ...at.login,
  ...anyone,
  summary: 'Sign in with a user name or an e-mail address',
  input: z.strictObject({ username: name(), password: secret() }),
  output: userSchema,
  limits: whileReadOnly,
})

export const refresh = defineCall({
  ...at.refresh,
  ...anyone,
  summary: 'Go on with a session: new access and refresh tokens in cookies',
  limits: whileReadOnly,
})

export const revoke = defineCall({
  ...at.revoke,
  ...anyone,
  summary: 'Sign out; does nothing where nobody is signed in',
  limits: whileReadOnly,
})

export const checkAuth = defineCall({
  ...at.checkAuth,
  ...signedIn,
  summary: 'The person signed in',
  output: userSchema,
  limits: { beforePasswordChange: true },
})

export const forgotPassword = defineCall({
  ...at.forgotPassword,
  ...anyone,
  summary: 'Ask for a link to choose a new password',
  input: z.strictObject({ email: name() }),
  output: text(),
})

export const resetPassword = defineCall({
  ...at.resetPassword,
  ...anyone,
  summary: 'Choose a new password by the link of a mail',
  input: byLink,
})

export const acceptInvitation = defineCall({
  ...at.acceptInvitation,
  ...anyone,
  summary: 'Choose the first password by the link of an invitation',
  input: byLink,
})

export const changePassword = defineCall({
  ...at.changePassword,
  ...signedIn,
  summary: 'Change the own password; other sessions end',
  input: z.strictObject({ currentPassword: secret(), password: secret() }),
  limits: { beforePasswordChange: true },
})

export const confirmPassword = defineCall({
  method: 'POST',
  path: '/api/authentication/confirm-password',
  ...signedIn,
  summary: 'Give the password again before a sensitive step',
  input: z.strictObject({ password: secret() }),
  limits: whileReadOnly,
})

/** Checked before the browser downloads a file by link, because a link cannot ask for the password. */
export const checkReauthentication = defineCall({
  method: 'GET',
  path: '/api/authentication/password-proof',
  ...signedIn,
  summary: 'Whether the password was given within the last five minutes, and half a minute more',
})

export const resendInvitation = defineCall({
  method: 'POST',
  path: '/api/authentication/users/:id/invitation',
  summary: 'Send the invitation of an account again',
  tag,
  access: { roles: ['admin'] },
})

export const sessions = defineCall({
  method: 'GET',
  path: '/api/authentication/sessions',
  ...signedIn,
  summary: 'The own sessions, the latest used first',
  output: z.strictObject({ list: z.array(sessionSchema) }),
})

export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/authentication/sessions/:id',
  ...signedIn,
  summary: 'End one of the own sessions; another than this one asks for the password within the last five minutes',
  limits: whileReadOnly,
})

export const keepLanguage = defineCall({
  method: 'PUT',
  path: '/api/authentication/language',
  summary: 'The language of mails to the own account from now on',
  tag,
  access: 'signedIn',
  input: z.strictObject({ language: z.enum(languages) }),
})
