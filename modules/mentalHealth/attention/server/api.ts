/** What other parts and modules may call. */

export { isPsychologist, onDuty, psychologists } from './centre.ts'
export { guardianReached } from './handle-cases.ts'
export { headAccounts, isHead } from './head.ts'
export { layerOf, layersOf } from './layers.ts'
export { type Proposal, proposeCase, proposeCases } from './propose.ts'
export { caseAsTeam } from './read-cases.ts'
