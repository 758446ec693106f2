import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  workScan: () => ({ state: 'closed', outAt: '2026-10-08T11:00:00+08:00' }),
  hourEntry: n => ({
    date: '2026-10-08',
    start: `${String(8 + (n % 10)).padStart(2, '0')}:00`,
    end: `${String(9 + (n % 10)).padStart(2, '0')}:00`,
    hours: 1,
    source: 'employer',
    state: 'entered',
    sheetId: null,
  }),
  hourMonth: n => ({ month: `20${String(20 + (n % 70)).padStart(2, '0')}-10`, hours: 8 }),
}
export default samples
