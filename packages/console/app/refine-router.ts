/**
 * Refine's router provider with a cache. Refine's hooks call `parse` several times per render, and
 * Refine's own provider matches the paths of all resources each time. This provider does so once
 * per URL.
 */
import {
  matchResourceFromRoute,
  type ParseFunction,
  type ParseResponse,
  ResourceContext,
} from '@refinedev/core'
import refineRouter from '@refinedev/react-router'
import { useContext } from 'react'
import { matchPath, useLocation, useParams } from 'react-router'

type Resources = Parameters<typeof matchResourceFromRoute>[1]

export const routerProvider = { ...refineRouter, parse: useParsedRoute }

/** The last result, keyed by the resources of the user. */
const lastParsed = new WeakMap<
  Resources,
  { readonly pathname: string; readonly id: string | undefined; readonly parse: ParseFunction }
>()

function useParsedRoute(): ParseFunction {
  const { id } = useParams()
  const { pathname } = useLocation()
  const { resources } = useContext(ResourceContext)
  const last = lastParsed.get(resources)
  if (last?.pathname === pathname && last.id === id) return last.parse
  const route = parseRoute(pathname, id, resources)
  const parse = () => route
  lastParsed.set(resources, { pathname, id, parse })
  return parse
}

/** Drops the query string, because Refine would make it part of its cache keys. */
function parseRoute(
  pathname: string,
  given: string | undefined,
  resources: Resources,
): ParseResponse {
  const { resource, action, matchedRoute } = matchResourceFromRoute(pathname, resources)
  const id = given ?? (matchedRoute && matchPath(matchedRoute, pathname)?.params.id)
  return {
    ...(resource && { resource }),
    ...(action && { action }),
    ...(id && { id }),
    pathname,
    params: {},
  }
}
