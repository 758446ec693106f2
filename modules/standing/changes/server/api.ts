/** What other parts of the module may call. */
export { changes } from './application.ts'
export { effectOf } from './jobs.ts'
export { type Decided, recordChange } from './record.ts'
export { schedule } from './settle.ts'
export { classesToReturn } from './soldiers.ts'
export type { Change } from './target.ts'
export { typeNamed, typesInUse } from './types.ts'
