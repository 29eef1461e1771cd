/** Calls for account pictures, and for uploading and downloading files. */
import * as z from 'zod/mini'
import { defineCall, type ResponseBody } from '../wire/call.ts'
import { brandingEndpoints } from '../wire/endpoints.ts'
import { count, describedSchema, id, namedSchema, text } from '../wire/shapes.ts'
import { userSchema } from '../wire/wire.ts'

const tag = 'Files'

/** A staged file, uploaded before the form that will refer to it. */
export const stagedFileSchema = namedSchema('SentFile', z.strictObject({ id: id(), name: text(), mediaType: text(), bytes: count() }))
export type WireStagedFile = ResponseBody<typeof stagedFileSchema>

export const uploadImage = defineCall({
  method: 'PATCH',
  path: '/api/authentication/users/:id/upload-image',
  summary: 'Change the picture of an account: the own, or any for an admin; multipart, field "image"',
  tag,
  access: 'signedIn',
  form: { image: 'A JPEG, PNG or WebP picture.' },
  output: userSchema,
  repeats: 'itself',
  limits: { storesFile: true },
})

export const stageFile = defineCall({
  method: 'POST',
  path: '/api/files',
  summary: 'Send a file for a form ahead of it; its id goes into the form’s field; multipart, field "file"',
  tag,
  access: 'signedIn',
  form: { file: 'A PDF document, or a JPEG, PNG or WebP picture.' },
  output: stagedFileSchema,
  status: 201,
  repeats: 'itself',
  limits: { storesFile: true },
})

export const downloadFile = defineCall({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'The bytes of a file, for who may see its record',
  tag,
  access: 'signedIn',
  query: z.object({ ahead: describedSchema('Anything: the file is loaded before somebody looks at it.', z.optional(z.string())) }),
  media: 'application/octet-stream',
  limits: { refuseForeignGet: true },
})

/** The university's logo, in full or small enough for page headers. Public, and allowed on pages of any origin. */
export const universityLogo = defineCall({
  ...brandingEndpoints.logo,
  summary: 'The logo of the university, by the id that the public configuration names',
  tag,
  access: 'public',
  query: z.object({ small: describedSchema('Anything: small enough for the head of a page.', z.optional(z.string())) }),
  media: 'image/jpeg',
})
