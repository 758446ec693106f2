import type { Row } from '#model'
import type { cqaScheme } from '../model/scheme.ts'

/** What other parts may call. */
export type Scheme = Row<typeof cqaScheme>
export { copyTree } from './indexes.ts'
export { mustBeWhole } from './schemes.ts'
export { indexesOf } from './trees.ts'
