import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  evidence: n => ({
    sourceType: 'signIn.occurrence',
    sourceId: `${n}`,
    kind: 'absence',
    level: null,
    place: null,
    teamRole: 'individual',
    teamSize: 1,
    reversesId: null,
    reason: null,
  }),
}
export default samples
