import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  enlistRecord: n => ({
    ...{ year: 2026, season: 'autumn', kind: 'conscript', state: 'withdrawn', stage: 'registered', registeredOn: '2026-06-01', noticeDate: null, dischargedOn: null },
    ...{ noticeNo: `RW${n}`, familyPhone: '13812345678' },
  }),
  militaryAid: n => ({ kind: 'compensation', formNo: `Y${n}`, state: 'withdrawn', years: [], enlistId: null, recoverLineId: null, fundId: null }),
  enlistTarget: n => ({ year: 2010 + (n % 80), target: n % 1000 }),
}
export default samples
