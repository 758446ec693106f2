/** What other parts of the module may call. */
export { type Attention, attentionSources } from './attention.ts'
export { incidentText, lacksNextStep } from './handling.ts'
export { latesAndOuts } from './lines.ts'
export { waysOfDorms } from './settings.ts'
export { type NightSighting, nightSightings } from './sightings.ts'
