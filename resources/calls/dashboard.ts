/**
 * Calls for the staff dashboard, the home pages of students and professors, and the ledger of a
 * student.
 */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import * as z from 'zod/mini'
import { accountSchema, ledgerSchema } from '#resources/academic/account.ts'
import { homeSchema as homeOutput } from '#resources/academic/home.ts'
import {
  dashboardSchema as dashboardOutput,
  overfullClassSchema,
} from '#resources/academic/wire-dashboard.ts'
import { finances } from '../finances.ts'
import { settings } from '../settings.ts'

export const dashboard = defineCall({
  method: 'GET',
  path: '/api/dashboard',
  summary: 'Returns the figures of the dashboard and the latest changes',
  tag: 'Dashboard',
  access: { roles: ['admin', 'secretary'] },
  output: dashboardOutput,
})

export const overfullClasses = defineCall({
  method: 'GET',
  path: '/api/settings/overfull-classes',
  summary: 'Lists classes with more students than allowed',
  tag: 'settings',
  access: { resource: asAnyResource(settings), grant: 'update' },
  output: z.array(overfullClassSchema),
})

export const home = defineCall({
  method: 'GET',
  path: '/api/home',
  summary: 'Returns the home page of the calling student or professor: exams, grades, payments due',
  tag: 'Own data',
  access: { roles: ['professor', 'student'] },
  output: homeOutput,
})

export const studentAccount = defineCall({
  method: 'GET',
  path: '/api/students/:id/account',
  summary: "Returns a student's balance and open charges",
  tag: 'finances',
  access: { resource: asAnyResource(finances), grant: 'read' },
  missing: 'path.unknown',
  output: accountSchema,
})

export const studentLedger = defineCall({
  method: 'GET',
  path: '/api/students/:id/ledger',
  summary: 'Lists all ledger entries of a student, with the balance after each entry',
  tag: 'finances',
  access: { resource: asAnyResource(finances), grant: 'read' },
  missing: 'path.unknown',
  output: ledgerSchema,
})
