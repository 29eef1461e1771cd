// Builds the program if its inputs have changed, without starting it.
import { buildWhenStale } from './build-when-stale.mjs'

buildWhenStale()
