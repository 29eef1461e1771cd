import { useEffect, useState } from 'react'
import { sessionEndpoints } from '#model/endpoints.ts'
import type { WirePublicConfig } from '#model/wire.ts'
import { request } from '#providers/http.ts'

let answer: Promise<WirePublicConfig | null> | null = null
let known: WirePublicConfig | null = null

/** The university's name and contact, asked once per page load; null until it is known, and where the server does not answer. */
export function useUniversity(): WirePublicConfig | null {
  const [university, setUniversity] = useState(known)
  useEffect(() => {
    answer ??= ask()
    let isShown = true
    answer.then((found) => isShown && setUniversity(found))
    return () => {
      isShown = false
    }
  }, [])
  return university
}

async function ask() {
  try {
    known = (await request<WirePublicConfig>(sessionEndpoints.publicConfig)).data
  } catch {
    // The pages do without: the product's name and a general word about the contact stand there.
    known = null
  }
  return known
}
