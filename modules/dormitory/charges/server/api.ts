/** What other parts of the module may call. */
export { lodgingDues } from './charge.ts'
export { damageSources } from './damage-sources.ts'
export { type FeeLedger, feeLedgers, type LineStanding, type LodgingLine } from './fee-ledger.ts'
export { concerns as concernsDamage } from './my-damages.ts'
export { chargeLodging } from './run.ts'
export { monthsPerYear } from './settings.ts'
