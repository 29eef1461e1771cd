/** Every grant but by file, on every record: for records that no key names in a file. */
export const everythingButImport = { read: true, create: true, update: true, history: true, bulk: true, export: true } as const

/** Every grant, on every record: who holds it may also handle many records at once, by selection and by file. */
export const everything = { ...everythingButImport, import: true } as const
