export { factsOfGroup, type GroupKind, groupFacts, membersOf } from './groups.ts'
export { type Item, itemsOf } from './items.ts'
export { factsFor, type Reader, readerOf, type Told, tell } from './judging.ts'
