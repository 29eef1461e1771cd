/**
 * The words of an application, for the types of the packages. An application merges its own
 * properties (`declare module`). Without a property, the type that depends on it is as wide as
 * packages need: `string`, or only the field types that come with `packages/schema/`. The same
 * facts at run time are arguments of `createRegistry`.
 *
 * - `fieldTypes`: every field type by name, those of `packages/schema/` included.
 * - `languages`: the codes of its languages.
 * - `roles`: the names of its roles.
 * - `powers`: the names of its powers, those of `enginePowers` included.
 * - `errors`: the codes of its errors.
 * - `patterns` and `textFormats`: the names that text fields can use in addition to those of
 *   `packages/schema/`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add to it
export interface Register {}
