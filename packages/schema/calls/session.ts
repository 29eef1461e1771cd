/**
 * Calls for signing in and out, passwords and the user's sessions. Paths: specification, section 7.
 */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { sessionEndpoints as endpoints } from '../wire/endpoints.ts'
import { languageSchema, text } from '../wire/shapes.ts'
import { sessionSchema, userSchema } from '../wire/wire.ts'
import { userEndpoints } from './endpoints.ts'

const tag = 'Authentication'
/**
 * These calls handle credentials or set cookies, so their responses are never stored for repeated
 * calls.
 */
const sessionCall = { tag, repeats: 'never' } as const
const publicCall = { ...sessionCall, access: 'public' } as const
const signedInCall = { ...sessionCall, access: 'signedIn' } as const
const allowedWhileReadOnly = { whileReadOnly: true } as const

const secret = () => z.string().check(z.minLength(1), z.maxLength(1024))
const name = () => z.string().check(z.minLength(1), z.maxLength(254))
const linkInput = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  password: secret(),
})

export const login = defineCall({
  ...endpoints.login,
  ...publicCall,
  summary: 'Signs in with a user name or an email address',
  input: z.strictObject({ username: name(), password: secret() }),
  output: userSchema,
  limits: allowedWhileReadOnly,
})

export const refresh = defineCall({
  ...endpoints.refresh,
  ...publicCall,
  summary: 'Renews the session: new access and refresh tokens in cookies',
  limits: allowedWhileReadOnly,
})

export const revoke = defineCall({
  ...endpoints.revoke,
  ...publicCall,
  summary: 'Signs out. Does nothing without a session',
  limits: allowedWhileReadOnly,
})

export const checkAuth = defineCall({
  ...endpoints.checkAuth,
  ...signedInCall,
  summary: 'Returns the signed-in user',
  output: userSchema,
  limits: { beforePasswordChange: true },
})

export const forgotPassword = defineCall({
  ...endpoints.forgotPassword,
  ...publicCall,
  summary: 'Requests an email with a link to choose a new password',
  input: z.strictObject({ email: name() }),
  output: text(),
})

export const resetPassword = defineCall({
  ...endpoints.resetPassword,
  ...publicCall,
  summary: 'Sets a new password with the token of an emailed link',
  input: linkInput,
})

export const acceptInvitation = defineCall({
  ...endpoints.acceptInvitation,
  ...publicCall,
  summary: 'Sets the first password with the token of an invitation',
  input: linkInput,
})

export const changePassword = defineCall({
  ...endpoints.changePassword,
  ...signedInCall,
  summary: "Changes the caller's password. Other sessions end",
  input: z.strictObject({ currentPassword: secret(), password: secret() }),
  limits: { beforePasswordChange: true },
})

export const confirmPassword = defineCall({
  method: 'POST',
  path: '/api/authentication/confirm-password',
  ...signedInCall,
  summary: "Confirms the caller's password before a sensitive action",
  input: z.strictObject({ password: secret() }),
  limits: allowedWhileReadOnly,
})

/**
 * Checked before the browser downloads a file by link, because a link cannot ask for the password.
 */
export const checkReauthentication = defineCall({
  ...userEndpoints.checkReauthentication,
  ...signedInCall,
  summary: 'Returns whether the password was confirmed within the last five and a half minutes',
})

export const resendInvitation = defineCall({
  method: 'POST',
  path: '/api/authentication/users/:id/invitation',
  summary: 'Sends the invitation of an account again',
  tag,
  access: 'admin',
})

export const sessions = defineCall({
  method: 'GET',
  path: '/api/authentication/sessions',
  ...signedInCall,
  summary: "Lists the caller's sessions, most recently used first",
  output: z.strictObject({ list: z.array(sessionSchema) }),
})

export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/authentication/sessions/:id',
  ...signedInCall,
  summary:
    "Ends one of the caller's sessions. Ending another session than the current one requires the password within the last five minutes",
  limits: allowedWhileReadOnly,
})

export const keepLanguage = defineCall({
  ...userEndpoints.keepLanguage,
  summary: 'Sets the language of emails to the caller',
  tag,
  access: 'signedIn',
  input: z.strictObject({ language: languageSchema() }),
})
