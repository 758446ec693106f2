import { setTimeout as pause } from 'node:timers/promises'
import { withClient } from '../../bench/database.ts'
import { ask, keepAsking, percentile, tally } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const HELD_MS = 45_000
const WAITING = 4
/** A row is waited for twice, first in the line of those who want it and then for its holder, and `lock_timeout` holds for each: 15 s, at most 30. */
const LONGEST_MS = 35_000

export const lockHeld: Experiment = {
  title: 'Somebody holds a row for 45 s: who wants it is told 503 after 15 s, at most 30; who wants something else does not notice.',
  control: 'statements wait for a lock as long as it is held (`lock_timeout` is taken out of the source)',
  without: [{ file: 'kernel/server/data/pool.ts', from: '-c lock_timeout=15000', to: '-c lock_timeout=0' }],
  views: ['unwritten_history'],
  async run(stage) {
    const { port } = await stage.start()
    const [officer, reader] = await stage.people(['bench-officer', 'bench-east'], port)
    if (!officer || !reader) throw new Error('the officer is gone')
    const made = await ask(officer, 'base/notice/add', { title: 'fault held', noticeType: 'life', content: '<p>演练</p>', audience: { all: true }, needsReceipt: false })
    const { id } = made.data as { id: string }
    const edit = () => ask(officer, 'base/notice/update', { id, version: 1, title: 'fault edited' })
    const others = keepAsking(4, () => ask(reader, 'base/student/list?size=20'), 50)
    await pause(3000)
    const before = percentile(others.replies, 0.99)
    const waited = await withClient(stage.url, async client => {
      await client.query('begin')
      await client.query('select 1 from notice where id = $1 for update', [id])
      const waiting = Array.from({ length: WAITING }, edit)
      await pause(HELD_MS)
      await client.query('commit')
      return Promise.all(waiting)
    })
    const during = await others.stop()
    const after = await edit()
    const longest = Math.max(...waited.map(r => r.ms))
    const p99 = percentile(during, 0.99)
    return [
      finding('who wanted the row', `${tally(waited)}, after ${(longest / 1000).toFixed(1)} s at most`, waited.every(r => r.code === 503) && longest < LONGEST_MS),
      finding('others meanwhile', `${tally(during)}; p99 ${p99.toFixed(0)} ms, ${before.toFixed(0)} ms before`, during.every(r => r.code === 200) && p99 < 500),
      none('failed once the row was free', after.code === 200 ? 0 : 1),
    ]
  },
}
