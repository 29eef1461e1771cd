// Builds the program if its inputs have changed, without starting it.
import { buildWhenStale } from './stale-build.mjs'

buildWhenStale()
