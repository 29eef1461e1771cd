/** The call for what the menu shows in addition to its declaration. */
import { defineCall } from '../wire/call.ts'
import { menuSchema } from '../wire/menu.ts'
import { menuEndpoint } from './endpoints.ts'

export const menu = defineCall({
  ...menuEndpoint,
  summary: "Returns which entries of the caller's menu are used, and how many records wait there",
  tag: 'Menu',
  access: 'signedIn',
  output: menuSchema,
})
