/** What a change of scores changes on the screen. */
export const SCORE_CHANGES = ['examScore', 'examApplication', 'examBatch']
