/** Joins a page to the real application in the same process: what the page sends is injected there, and cookies are kept as a browser keeps them. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { HttpResponse, http } from 'msw'
import { network } from './network.ts'

/** Calls of pages that the application is answering. */
let waiting = 0

/** Until nothing is under way any more: what a page sent last may come after its test, and lead to another call. */
export async function allAnswered(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = waiting > 0 ? 0 : quiet + 1) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Passes every call of the page to `app` until the test ends. Handlers that a test adds later come first, so that it can play faults. */
export function connectTo(app: FastifyInstance, origin = 'http://localhost:3000'): { readonly jar: Map<string, string> } {
  const jar = new Map<string, string>()
  network.use(
    http.all('*/api/*', async ({ request }) => {
      const url = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      const payload = Buffer.from(await request.arrayBuffer())
      waiting++
      const answer = await app
        .inject({
          method: request.method as InjectOptions['method'] & string, // a page sends no method that Fastify does not know
          url: url.pathname + url.search,
          headers: { ...headers, origin, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
          payload,
        })
        .finally(() => waiting--)
      for (const { name, value, maxAge } of answer.cookies) {
        if (value === '' || maxAge === 0) jar.delete(name)
        else jar.set(name, value)
      }
      const passed = ['content-type', 'content-disposition', 'query-token'].map((name): [string, string] => [
        name,
        String(answer.headers[name] ?? ''),
      ])
      return new HttpResponse(answer.rawPayload, { status: answer.statusCode, headers: passed.filter(([, value]) => value !== '') })
    }),
  )
  return { jar }
}
