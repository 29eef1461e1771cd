/**
 * Refine's way to the router. Each of its hooks asks several times, at every render, where the page stands, and by its own
 * provider each goes through the paths of all resources for that: here it is found out once for each address.
 */
import { matchResourceFromRoute, type ParseFunction, type ParseResponse, ResourceContext } from '@refinedev/core'
import refineRouter from '@refinedev/react-router'
import { useContext } from 'react'
import { matchPath, useLocation, useParams } from 'react-router'

type Resources = Parameters<typeof matchResourceFromRoute>[1]

export const routerProvider = { ...refineRouter, parse: useWhere }

/** The last place for the resources of a person. */
const known = new WeakMap<Resources, { readonly pathname: string; readonly id: string | undefined; readonly parse: ParseFunction }>()

function useWhere(): ParseFunction {
  const { id } = useParams()
  const { pathname } = useLocation()
  const { resources } = useContext(ResourceContext)
  const last = known.get(resources)
  if (last?.pathname === pathname && last.id === id) return last.parse
  const where = placeOf(pathname, id, resources)
  const parse = () => where
  known.set(resources, { pathname, id, parse })
  return parse
}

/** Without what follows the path: it is the page's own, and Refine would keep every answer apart by it. */
function placeOf(pathname: string, given: string | undefined, resources: Resources): ParseResponse {
  const { resource, action, matchedRoute } = matchResourceFromRoute(pathname, resources)
  const id = given ?? (matchedRoute && matchPath(matchedRoute, pathname)?.params.id)
  return { ...(resource && { resource }), ...(action && { action }), ...(id && { id }), pathname, params: {} }
}
