import { setTimeout as pause } from 'node:timers/promises'
import { ask, keepAsking, keepWriting, percentile, tally, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const SLOW_MS = 50
const CUTS = 12

export const network: Experiment = {
  title: 'The line to the database is slow, is cut again and again, and stands still for seconds: late answers or 503, never 401, nothing lost or done twice.',
  control: 'who asks again does so without a key: the key is not looked at (taken out of the source)',
  without: [{ file: 'kernel/server/http/idempotent.ts', from: "if (typeof key !== 'string' || !key || !ctx.me.userId) return undefined", to: 'if (ctx) return undefined' }],
  views: ['lost_writes', 'repeated_writes', 'unwritten_history'],
  async run(stage) {
    const { port } = await stage.start()
    const [officer, reader] = await stage.people(['bench-officer', 'bench-east'], port)
    if (!officer || !reader) throw new Error('the officer is gone')
    const phase = async (name: string, play: () => Promise<void>) => {
      const writing = keepWriting([officer], { writers: 8, persist: true })
      const reading = keepAsking(4, () => ask(reader, 'base/student/list?size=20'), 20)
      await play()
      const replies = [...(await reading.stop()), ...(await writing.stop())]
      await stage.acknowledge(writing.acknowledged)
      return [
        finding(
          `${name}: answers`,
          `${tally(replies)}; middle ${percentile(replies, 0.5).toFixed(0)} ms, p99 ${percentile(replies, 0.99).toFixed(0)} ms`,
          replies.some(r => r.code === 200),
        ),
        none(`${name}: answers that are neither 200 nor 503`, replies.filter(r => ![200, 503].includes(r.code)).length),
        none(`${name}: writers that were never told`, writing.unanswered.length),
      ]
    }
    const findings = await phase(`${SLOW_MS} ms late each way`, async () => {
      stage.line.delayMs = SLOW_MS
      await pause(5000)
      stage.line.delayMs = 0
    })
    findings.push(
      ...(await phase(`cut ${CUTS} times`, async () => {
        for (let n = 0; n < CUTS; n++) {
          await pause(400)
          stage.line.cut()
        }
      })),
      ...(await phase('answers cut off', async () => {
        // commits now succeed on the server, but the response is lost
        for (let n = 0; n < CUTS; n++) {
          await pause(300)
          stage.line.losesAnswers = true
          await pause(100)
          stage.line.losesAnswers = false
        }
      })),
      ...(await phase('standing still for 3 s', async () => {
        await pause(500)
        stage.line.hold()
        await pause(3000)
        stage.line.release()
        await pause(1000)
      })),
    )
    const well = await until(async () => (await ask(reader, 'base/student/list?size=20')).code === 200, 10)
    return [...findings, finding('well again', well === undefined ? 'never' : 'yes', well !== undefined)]
  },
}
