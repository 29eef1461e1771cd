/** Every grant, on every record: who holds it may also handle many records at once, by selection and by file. */
export const everything = { read: true, create: true, update: true, history: true, bulk: true, import: true, export: true } as const
