/** What other parts of the module may call. */
export { arrearsThatBlock } from './arrears-owed.ts'
export { damageSources } from './damage-sources.ts'
export { type FeeLedger, feeLedgers, type LineStanding, type LodgingLine } from './fee-ledger.ts'
export { concerns as concernsDamage } from './my-damages.ts'
export { handIn as handInLodging } from './run.ts'
