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
  summary: 'Signs in with a user name or an email address',
  input: z.strictObject({ username: name(), password: secret() }),
  output: userSchema,
  limits: whileReadOnly,
})

export const refresh = defineCall({
  ...at.refresh,
  ...anyone,
  summary: 'Renews the session: new access and refresh tokens in cookies',
  limits: whileReadOnly,
})

export const revoke = defineCall({
  ...at.revoke,
  ...anyone,
  summary: 'Signs out. Does nothing without a session',
  limits: whileReadOnly,
})

export const checkAuth = defineCall({
  ...at.checkAuth,
  ...signedIn,
  summary: 'Returns the signed-in user',
  output: userSchema,
  limits: { beforePasswordChange: true },
})

export const forgotPassword = defineCall({
  ...at.forgotPassword,
  ...anyone,
  summary: 'Requests an email with a link to choose a new password',
  input: z.strictObject({ email: name() }),
  output: text(),
})

export const resetPassword = defineCall({
  ...at.resetPassword,
  ...anyone,
  summary: 'Sets a new password with the token of an emailed link',
  input: byLink,
})

export const acceptInvitation = defineCall({
  ...at.acceptInvitation,
  ...anyone,
  summary: 'Sets the first password with the token of an invitation',
  input: byLink,
})

export const changePassword = defineCall({
  ...at.changePassword,
  ...signedIn,
  summary: "Changes the caller's password. Other sessions end",
  input: z.strictObject({ currentPassword: secret(), password: secret() }),
  limits: { beforePasswordChange: true },
})

export const confirmPassword = defineCall({
  method: 'POST',
  path: '/api/authentication/confirm-password',
  ...signedIn,
  summary: "Confirms the caller's password before a sensitive action",
  input: z.strictObject({ password: secret() }),
  limits: whileReadOnly,
})

/** Checked before the browser downloads a file by link, because a link cannot ask for the password. */
export const checkReauthentication = defineCall({
  method: 'GET',
  path: '/api/authentication/password-proof',
  ...signedIn,
  summary: 'Returns whether the password was confirmed within the last five and a half minutes',
})

export const resendInvitation = defineCall({
  method: 'POST',
  path: '/api/authentication/users/:id/invitation',
  summary: 'Sends the invitation of an account again',
  tag,
  access: { roles: ['admin'] },
})

export const sessions = defineCall({
  method: 'GET',
  path: '/api/authentication/sessions',
  ...signedIn,
  summary: "Lists the caller's sessions, most recently used first",
  output: z.strictObject({ list: z.array(sessionSchema) }),
})

export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/authentication/sessions/:id',
  ...signedIn,
  summary:
    "Ends one of the caller's sessions. Ending another session than the current one requires the password within the last five minutes",
  limits: whileReadOnly,
})

export const keepLanguage = defineCall({
  method: 'PUT',
  path: '/api/authentication/language',
  summary: 'Sets the language of emails to the caller',
  tag,
  access: 'signedIn',
  input: z.strictObject({ language: z.enum(languages) }),
})
