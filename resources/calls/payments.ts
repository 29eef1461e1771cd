/** Calls for payments at the counter. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import { bookedPaymentSchema, newPaymentSchema, paymentInputSchema } from '../academic/payments.ts'
import { finances } from '../finances.ts'

export const bookPayment = defineCall({
  method: 'POST',
  path: '/api/students/:id/payments',
  summary: 'Books a payment of a student, with a receipt, and settles charges',
  tag: 'finances',
  access: { resource: asAnyResource(finances), grant: 'create' },
  input: paymentInputSchema,
  output: bookedPaymentSchema,
  status: 201,
})

export const newPayment = defineCall({
  method: 'GET',
  path: '/api/students/:id/payments/new',
  summary: "Returns a student's open charges and the caller's cash desk, for a new payment",
  tag: 'finances',
  access: { resource: asAnyResource(finances), grant: 'create' },
  missing: 'path.unknown',
  output: newPaymentSchema,
})
