/** Calls for certificates: the PDF, and public verification by code. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import * as z from 'zod/mini'
import { certificateEndpoints } from '#resources/academic/certificate-endpoints.ts'
import { verificationSchema } from '#resources/academic/verification.ts'
import { certificates } from '../certificates.ts'

const tag = 'certificates'

export const downloadCertificate = defineCall({
  method: 'GET',
  path: '/api/certificates/:id/pdf',
  summary: 'Downloads a certificate as PDF',
  tag,
  access: { resource: asAnyResource(certificates), grant: 'read' },
  missing: 'path.unknown',
  media: 'application/pdf',
  limits: { refuseForeignGet: true },
})

export const verify = defineCall({
  ...certificateEndpoints.verify,
  summary: 'Verifies a certificate by its code. Open to anyone',
  tag,
  access: 'public',
  params: z.strictObject({ code: z.string() }),
  output: verificationSchema,
})
