/** Departments and programmes of the demo university. */
import { computing } from './computing.ts'
import { economics } from './economics.ts'
import { engineering } from './engineering.ts'
import type { CatalogueDepartment } from './entry.ts'
import { environment } from './environment.ts'
import { law } from './law.ts'
import { letters } from './letters.ts'
import { mathematics } from './mathematics.ts'
import { psychology } from './psychology.ts'

export const catalogue: readonly CatalogueDepartment[] = [
  computing,
  mathematics,
  engineering,
  economics,
  law,
  letters,
  psychology,
  environment,
]
