export { factsOfGroup, type GroupKind, groupFacts, membersOf } from './groups.ts'
export { type Item, itemsOf } from './items.ts'
export { type ConditionResult, factsFor, type Reader, readerOf, tell } from './judging.ts'
