import { setTimeout as pause } from 'node:timers/promises'
import { ask, keepWriting, tally, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const RUNNING_MS = 4000

export const instanceKilled: Experiment = {
  title: 'kill -9 of one of two instances under load: whoever asks again, with the same key, at the other one is served; nothing is lost, done twice or left lying.',
  control: 'there is no second instance',
  views: ['lost_writes', 'repeated_writes', 'given_up_events', 'repeated_messages'],
  async run(stage) {
    const first = await stage.start(0)
    if (!stage.isControl) await stage.start(1)
    const [officer] = await stage.people(['bench-officer'], first.port)
    if (!officer) throw new Error('the officer is gone')
    const sessions = [officer, { ...officer, port: stage.port(1) }]
    const writing = keepWriting(sessions, { persist: true })
    await pause(RUNNING_MS)
    // notifications to everybody are being delivered when the instance dies
    const published = await stage.rows<{ id: string }>("select id from notice where title like 'fault %' order by id limit 1")
    const sent = await ask(officer, 'base/notice/publish', { id: published[0]?.id })
    await first.kill()
    await pause(RUNNING_MS)
    const replies = await writing.stop()
    await stage.acknowledge(writing.acknowledged)
    const { count } = sent.data as { count: number }
    const reached = (): Promise<boolean> =>
      stage.rows<{ n: number }>('select count(*)::int as n from message where biz_id = $1', [published[0]?.id]).then(rows => rows[0]?.n === count)
    const seconds = await until(reached, 90)
    return [
      finding('writes acknowledged', `${writing.acknowledged.length} (last answers: ${tally(replies)})`, writing.acknowledged.length > 0),
      none('writers that were never told', writing.unanswered.length),
      finding(`the notice it was handing out reached all ${count}`, seconds === undefined ? 'never' : `after ${seconds.toFixed(1)} s`, seconds !== undefined),
    ]
  },
}
