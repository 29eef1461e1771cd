/** Calls for account pictures, and for uploading and downloading files. */
import * as z from 'zod/mini'
import { defineCall, type ResponseBody } from '../wire/call.ts'
import { brandingEndpoints } from '../wire/endpoints.ts'
import { count, describedSchema, id, namedSchema, text } from '../wire/shapes.ts'
import { userSchema } from '../wire/wire.ts'
import { stageFileEndpoint } from './endpoints.ts'

const tag = 'Files'

/** A staged file, uploaded before the form that will refer to it. */
export const stagedFileSchema = namedSchema(
  'SentFile',
  z.strictObject({ id: id(), name: text(), mediaType: text(), bytes: count() }),
)
export type WireStagedFile = ResponseBody<typeof stagedFileSchema>

export const uploadImage = defineCall({
  method: 'PATCH',
  path: '/api/authentication/users/:id/upload-image',
  summary:
    'Changes the picture of an account: the caller\'s own, or any account for an admin. Multipart, field "image"',
  tag,
  access: 'signedIn',
  form: { image: 'A JPEG, PNG or WebP picture.' },
  output: userSchema,
  repeats: 'itself',
  limits: { storesFile: true },
})

export const stageFile = defineCall({
  ...stageFileEndpoint,
  summary:
    'Uploads a file before the form that names it; its id is the value of the form’s field. Multipart, field "file"',
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
  summary: 'Downloads a file, for callers who may read its record',
  tag,
  access: 'signedIn',
  query: z.object({
    ahead: describedSchema(
      'Any value: the file is loaded before it is viewed. The access log records it as fetched.',
      z.optional(z.string()),
    ),
  }),
  media: 'application/octet-stream',
  limits: { refuseForeignGet: true },
})

/**
 * The university's logo, in full or small enough for page headers. Public, and allowed on pages of
 * any origin.
 */
export const universityLogo = defineCall({
  ...brandingEndpoints.logo,
  summary: 'Downloads the logo of the university by the id in the public configuration',
  tag,
  access: 'public',
  query: z.object({
    small: describedSchema(
      'Any value: a version small enough for the header of a page.',
      z.optional(z.string()),
    ),
  }),
  media: 'image/jpeg',
})
