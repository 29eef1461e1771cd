/**
 * The counties of Romania by ISO 3166-2 code, with their names and the first two digits of their
 * postal codes.
 */
const counties: { readonly [code: string]: readonly [name: string, ...postal: string[]] } = {
  AB: ['Alba', '51'],
  AG: ['Argeș', '11'],
  AR: ['Arad', '31'],
  B: ['București', '01', '02', '03', '04', '05', '06'],
  BC: ['Bacău', '60'],
  BH: ['Bihor', '41'],
  BN: ['Bistrița-Năsăud', '42'],
  BR: ['Brăila', '81'],
  BT: ['Botoșani', '71'],
  BV: ['Brașov', '50'],
  BZ: ['Buzău', '12'],
  CJ: ['Cluj', '40'],
  CL: ['Călărași', '91'],
  CS: ['Caraș-Severin', '32'],
  CT: ['Constanța', '90'],
  CV: ['Covasna', '52'],
  DB: ['Dâmbovița', '13'],
  DJ: ['Dolj', '20'],
  GJ: ['Gorj', '21'],
  GL: ['Galați', '80'],
  GR: ['Giurgiu', '08'],
  HD: ['Hunedoara', '33'],
  HR: ['Harghita', '53'],
  IF: ['Ilfov', '07'],
  IL: ['Ialomița', '92'],
  IS: ['Iași', '70'],
  MH: ['Mehedinți', '22'],
  MM: ['Maramureș', '43'],
  MS: ['Mureș', '54'],
  NT: ['Neamț', '61'],
  OT: ['Olt', '23'],
  PH: ['Prahova', '10'],
  SB: ['Sibiu', '55'],
  SJ: ['Sălaj', '45'],
  SM: ['Satu Mare', '44'],
  SV: ['Suceava', '72'],
  TL: ['Tulcea', '82'],
  TM: ['Timiș', '30'],
  TR: ['Teleorman', '14'],
  VL: ['Vâlcea', '24'],
  VN: ['Vrancea', '62'],
  VS: ['Vaslui', '73'],
}

/** The name of the county. An unknown code is returned unchanged. */
export const countyName = (code: string): string => counties[code]?.[0] ?? code

/**
 * Whether a Romanian postal code belongs to a county other than `code`. False if the postal code
 * does not have six digits.
 */
export function isInOtherCounty(postalCode: string, code: string): boolean {
  const [, ...prefixes] = counties[code] ?? []
  return (
    prefixes.length > 0 && /^\d{6}$/.test(postalCode) && !prefixes.includes(postalCode.slice(0, 2))
  )
}
