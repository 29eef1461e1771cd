/** Languages of the interface; the first is the default. */
export const languages = ['en', 'ro'] as const
