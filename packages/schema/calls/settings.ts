/** Exports of the settings and of the whole database. Both require reauthentication. */
import { defineCall } from '../wire/call.ts'

const file = { tag: 'Settings', access: 'admin', limits: { refuseForeignGet: true } } as const

export const exportSettings = defineCall({
  ...file,
  method: 'GET',
  path: '/api/settings/export',
  summary:
    'Downloads the settings and their history as a JSON file. Requires the password within the last five minutes',
  media: 'application/json',
})

export const downloadBackup = defineCall({
  ...file,
  method: 'GET',
  path: '/api/settings/download-database-backup',
  summary: 'Downloads a backup of all data. Requires the password within the last five minutes',
  media: 'application/gzip',
})
