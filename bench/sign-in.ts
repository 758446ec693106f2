import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import { PASSWORD } from './database.ts'
import { fire } from './load.ts'
import { tokenShot } from './product.ts'
import type { Line } from './results.ts'
import { SIGN_INS } from './school.ts'
import { ourLists } from './workloads.ts'

const SECONDS = 10
/** Password checks per second, and the response times of other users while a whole school signs in. */
export async function signIns({ ours, session, school, say }: Bench): Promise<Line[]> {
  const shots = Array.from({ length: SIGN_INS }, (_, i) => tokenShot(`bench-s${i + 1}`, PASSWORD))
  await fire(ours.port, shots, { connections: 8, seconds: 3 })
  const before = await bareRate()
  const mine = await fire(ours.port, shots, { connections: 16, seconds: SECONDS })
  const after = await bareRate()
  const ratio = mine.perSecond / ((before + after) / 2)
  say(`sign-in: ${mine.perSecond.toFixed(1)}/s against ${before.toFixed(1)} and ${after.toFixed(1)} checks a second, ratio ${ratio.toFixed(2)}`)
  const [storm, others] = await Promise.all([
    fire(ours.port, shots, { connections: 64, seconds: SECONDS + 2 }),
    pause(1000).then(() => fire(ours.port, ourLists(session.headers, school), { connections: 8, seconds: SECONDS, pause: 100 })),
  ])
  say(`lists during a storm of ${storm.perSecond.toFixed(1)} sign-ins a second: p99 ${others.p99.toFixed(0)} ms`)
  return [
    {
      work: 'sign-in by the token call; 16 connections',
      figure: `${mine.perSecond.toFixed(1)}/s`,
      ceiling: `${before.toFixed(1)}/s, ${after.toFixed(1)}/s (bare argon2id)`,
      ratio: ratio.toFixed(2),
      target: '≥ 0.85',
      isMet: ratio >= 0.85,
    },
    {
      work: 'p99 of lists during 64 sign-ins at a time',
      figure: `${others.p99.toFixed(0)} ms (${Math.round(others.perSecond)}/s beside ${storm.perSecond.toFixed(1)} sign-ins/s)`,
      target: '< 200 ms',
      isMet: others.p99 < 200,
    },
  ]
}
const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
async function bareRate(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/hash-rate.ts', '5'])
  return Number(stdout)
}
