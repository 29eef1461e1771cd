import { declared } from './declared.mjs'
import { root } from './folders.mjs'

/** Pages of a university that are named for nothing, a line each: no page would ever give way to them. */
export async function unknownScreens({ base = root, condition } = {}) {
  const { ownScreens, resources, screenMistakes } = await declared(
    `export { ownScreens } from '#own/src/index.ts'
    export { resources } from '#resources/index.ts'
    export { screenMistakes } from '#model/checks/screens.ts'`,
    // The pages themselves are not loaded: their names say enough.
    { base, condition, external: ['*.tsx'] },
  )
  return screenMistakes(Object.keys(ownScreens), Object.keys(resources))
}
