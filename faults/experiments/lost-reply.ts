import { randomUUID } from 'node:crypto'
import { Line } from '#testing/tcp-proxy.ts'
import { ask, noticeOf, type Reply, tally } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const WRITES = 50
/** Concurrent requests with the same idempotency key. */
const AT_ONCE = 5

export const lostReply: Experiment = {
  title: 'A client whose reply was lost asks again with the same Idempotency-Key: one effect, the same reply.',
  control: 'the primary key of `idempotency` is dropped',
  views: ['repeated_writes', 'lost_writes'],
  async run(stage) {
    if (stage.isControl) await stage.rows('alter table idempotency drop constraint idempotency_pkey')
    const { port } = await stage.start()
    const lossy = await Line.open(stage.port(5), port)
    stage.atEnd(() => lossy.close())
    lossy.losesAnswers = true
    const [officer] = await stage.people(['bench-officer'], port)
    if (!officer) throw new Error('the officer is gone')
    let lost = 0
    const differing: string[] = []
    const replies: Reply[] = []
    const titles = Array.from({ length: WRITES }, () => `fault ${randomUUID()}`)
    for (const title of titles) {
      const say = (to: number): Promise<Reply> => ask({ ...officer, port: to }, 'base/notice/add', noticeOf(title), { key: title })
      if ((await say(lossy.port)).status === 0) lost++
      const again = [await say(port), ...(await Promise.all(Array.from({ length: AT_ONCE }, () => say(port))))]
      replies.push(...again)
      if (new Set(again.map(r => JSON.stringify(r.data))).size !== 1) differing.push(title)
    }
    await stage.acknowledge(titles)
    const reused = await ask(officer, 'base/notice/add', noticeOf('fault another'), { key: titles[0] as string })
    return [
      finding('replies that were lost on the way', `${lost} of ${WRITES}`, lost === WRITES),
      finding(
        'answers to the repeats',
        tally(replies),
        replies.every(r => r.code === 200),
      ),
      none('keys whose repeats were answered differently', differing.length),
      finding('the same key for another body', reused.code, reused.code === 409),
    ]
  },
}
