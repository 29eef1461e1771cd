/** Purposes of work that no person asked for: the history has them for names, and texts `shell:actors.<reason>` say them. */
export const systemReasons = ['applicant', 'admission', 'publicPages', 'studies', 'retention', 'erasure', 'demo'] as const

declare module '#server/engine/policy/permit.ts' {
  interface SystemReasons extends Readonly<Record<(typeof systemReasons)[number], true>> {}
}
