import { atTheirTime } from '../../bench/paced.ts'
import { ask, capacityOf, percentile, tally, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const SECONDS = 20
const TIMES = 3
const PATH = 'base/student/list?size=20'

export const overload: Experiment = {
  title: 'Three times as many requests as the instance can answer: it answers what it can, and tells the others when to come back (429 with Retry-After), without a 5xx.',
  control: 'nobody is kept waiting or sent away before the work begins (taken out of the source)',
  without: [{ file: 'kernel/server/http/guard.ts', from: 'await scheduler.acquire(caller.principal.tenantId)', to: '() => {}' }],
  views: [],
  async run(stage) {
    const { port } = await stage.start()
    const people = await stage.people(['bench-officer', 'bench-east', 'bench-college', 'bench-custom'], port)
    const [reader] = people
    if (!reader) throw new Error('the officer is gone')
    const peak = await capacityOf(caller => ask(people[caller % people.length] ?? reader, PATH))
    const perSecond = peak * TIMES
    const replies = await atTheirTime(Array.from({ length: Math.round(perSecond * SECONDS) }), perSecond, (_, i) => ask(people[i % people.length] ?? reader, PATH))
    const taken = replies.filter(r => r.code === 200)
    const sentAway = replies.filter(r => r.code === 429)
    const after = await until(async () => (await ask(reader, PATH)).code === 200, 10)
    return [
      finding('what it can answer', `${peak.toFixed(0)} a second`, peak > 0),
      finding(`${TIMES} times that for ${SECONDS} s`, tally(replies), true),
      none('answers of 5xx, and none at all', replies.filter(r => r.status >= 500 || !r.status).length),
      none('sent away without being told when to come back', sentAway.filter(r => !r.retryAfter).length),
      finding('answered all the same', `${(taken.length / SECONDS).toFixed(0)} a second, p99 ${(percentile(taken, 0.99) / 1000).toFixed(1)} s`, taken.length / SECONDS > peak / 3),
      finding('well right afterwards', after === undefined ? 'no' : 'yes', after !== undefined),
    ]
  },
}
