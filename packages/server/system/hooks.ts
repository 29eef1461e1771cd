import type { Context } from '../context.ts'
import type { CodeByResource } from '../records/hooks.ts'
import { savedViewHooks } from './saved-view-hooks.ts'
import { userHooks } from './user-hooks.ts'

/** Hooks of the system resources. */
export const systemHooks = (context: Context): CodeByResource => ({
  'saved-views': savedViewHooks(context),
  users: userHooks(context),
})
