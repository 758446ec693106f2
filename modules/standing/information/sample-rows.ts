import type { SampleRows } from '#testing/samples.ts'
import { fieldPolicy, POLICY_FIELDS } from './model/field-policy.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  // a new school has a policy for each field already
  fieldPolicy: async (n, db) => {
    const field = POLICY_FIELDS[n % POLICY_FIELDS.length] ?? 'name'
    await db.removeWhere(fieldPolicy, { field })
    return { field, mode: 'locked', proof: true, flow: 'officer', window: null }
  },
  infoCheck: n => ({
    ...{ processType: 'infoCheck', name: `核对${n}`, beginTime: '2026-09-01T08:00:00+08:00', endTime: '2026-09-20T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ xn: null, xqM: null },
  }),
  infoCheckLine: () => ({ result: 'correct', recordVersion: 1 }),
  infoChange: () => ({ fields: ['name'], state: 'withdrawn', mode: 'locked' }),
}
export default samples
