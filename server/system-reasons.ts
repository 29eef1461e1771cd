/** Actors of system work in the history. They are shown with the texts `shell:actors.<reason>`. */
export const systemReasons = [
  'applicant',
  'admission',
  'publicPages',
  'studies',
  'retention',
  'erasure',
  'demo',
] as const

declare module '@matricola/server/policy/permit.ts' {
  interface SystemReasons extends Readonly<Record<(typeof systemReasons)[number], true>> {}
}
