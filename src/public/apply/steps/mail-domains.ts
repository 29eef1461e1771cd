/**
 * Known mail domains. Some differ by one letter from a more common one, and are listed so that they
 * are not mistaken for a typing error.
 */
const knownDomains = [
  'gmail.com',
  'yahoo.com',
  'yahoo.ro',
  'yahoo.fr',
  'yahoo.de',
  'yahoo.co.uk',
  'hotmail.com',
  'hotmail.fr',
  'outlook.com',
  'outlook.fr',
  'outlook.de',
  'live.com',
  'live.fr',
  'icloud.com',
  'me.com',
  'msn.com',
  'aol.com',
  'protonmail.com',
  'proton.me',
  'gmx.de',
  'gmx.net',
  'gmx.com',
  'web.de',
  't-online.de',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'mail.com',
  'email.com',
  'ymail.com',
  'rocketmail.com',
  'rdslink.ro',
]
/** Only these are suggested. */
const commonDomains = [
  'gmail.com',
  'yahoo.com',
  'yahoo.ro',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'protonmail.com',
  'web.de',
  'gmx.de',
]

/**
 * Returns the address that was probably meant, if its domain is one typing error away from a common
 * one; otherwise null.
 */
export function suggestAddress(address: string): string | null {
  const [, name, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(address.trim().toLowerCase()) ?? []
  if (!name || !domain || knownDomains.includes(domain)) return null
  const suggestedDomain = commonDomains.find(
    (candidate) => editDistance(domain, candidate) <= (candidate.length > 8 ? 2 : 1),
  )
  return suggestedDomain ? `${address.trim().split('@')[0]}@${suggestedDomain}` : null
}

/** The edit distance: letters left out, added, changed or swapped. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const distanceAt = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let minimum = Math.min(
        distanceAt(i - 1, j) + 1,
        distanceAt(i, j - 1) + 1,
        distanceAt(i - 1, j - 1) + (isSame ? 0 : 1),
      )
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1)
        minimum = Math.min(minimum, distanceAt(i - 2, j - 2) + 1)
      rows[i]?.push(minimum)
    }
  }
  return distanceAt(a.length, b.length)
}
