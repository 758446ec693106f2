import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD } from '../../bench/database.ts'
import type { Session } from '../../bench/product.ts'
import { openBenchSchool } from '../../bench/school.ts'
import { ask, capacityOf, percentile, tally } from '../client.ts'
import { crowd } from '../crowd.ts'
import { type Experiment, finding } from '../experiment.ts'

/** Planned share of a school in the instance's capacity. */
const SHARE = 1 / 6
const TIMES = 10
const SECONDS = 30
const PATH = 'base/student/list?size=20'
const send = (session: Session, perSecond: number, yields = false) => crowd({ session, path: PATH, perSecond, seconds: SECONDS, yields })

export const noisySchool: Experiment = {
  title: 'One school sends ten times its load: the p99 of another at most doubles.',
  control: 'schools do not take turns: everybody stands in one line (taken out of the source)',
  without: [{ file: 'kernel/server/http/guard.ts', from: 'scheduler.acquire(caller.principal.tenantId)', to: "scheduler.acquire('all')" }],
  views: [],
  async run(stage) {
    await openBenchSchool({ url: stage.url, dataDir: stage.dataDir, count: 500, password: PASSWORD, code: '100002' })
    // bypass the proxy, which would carry all traffic on the main thread
    const { port } = await stage.start(0, { url: stage.url })
    const [loud] = await stage.people(['bench-east'], port)
    const [quiet] = await stage.people(['bench-east'], port, '100002')
    if (!loud || !quiet) throw new Error('somebody is gone')
    const can = await capacityOf(caller => ask(caller % 2 ? loud : quiet, PATH))
    const planned = can * SHARE
    const usual = send(loud, planned, true)
    const before = await send(quiet, planned)
    await usual
    const noise = send(loud, planned * TIMES, true)
    await pause(500)
    const during = await send(quiet, planned)
    const heard = await noise
    const [was, is] = [percentile(before, 0.99), percentile(during, 0.99)]
    return [
      finding('what the instance can answer, and what each school is planned to ask', `${can.toFixed(0)} and ${planned.toFixed(0)} a second`, can > 0),
      finding(
        'the loud school',
        tally(heard),
        heard.every(r => r.code === 200 || r.code === 429),
      ),
      finding(
        'the quiet one',
        tally(during),
        during.every(r => r.code === 200),
      ),
      finding(
        'its p99',
        `${is.toFixed(0)} ms, ${was.toFixed(0)} ms before (middle ${percentile(during, 0.5).toFixed(0)} and ${percentile(before, 0.5).toFixed(0)} ms)`,
        is <= was * 2,
      ),
    ]
  },
}
