// Builds when stale, and nothing else.
import { buildWhenStale } from './build-when-stale.mjs'

buildWhenStale()
