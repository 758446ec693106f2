import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  presenceState: () => ({ state: 'unknown', since: '2024-03-01T08:00:00+08:00', computedAt: '2024-03-01T08:00:00+08:00' }),
  presenceObjection: () => ({ shown: 'unknown', words: '我在宿舍', state: 'open' }),
  presenceConflict: n => ({ code: 'PC7', about: `${n}`, at: '2024-03-01T08:00:00+08:00', openedAt: '2024-03-01T08:00:00+08:00', state: 'open' }),
}
export default samples
