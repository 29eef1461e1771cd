/** Every grant except `import`, on all records, for resources without an import key. */
export const fullAccessExceptImport = {
  read: true,
  create: true,
  update: true,
  history: true,
  bulk: true,
  export: true,
} as const

/** Every grant on all records, including bulk edits, import and export. */
export const fullAccess = { ...fullAccessExceptImport, import: true } as const
