/**
 * What an application registers, so that types of the packages name its codes: `declare module` adds to `Register`. Without a
 * registration each of these types is as wide as `string`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add to it
export interface Register {}
