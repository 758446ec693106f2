import type { Bench } from './bench.ts'
import { type Comparison, compare, type Measured, repeated, type Side } from './compare.ts'
import type { Line } from './results.ts'
import { assertSame, ourCreates, ourLists, ourReads, plainCreates, plainLists, plainReads } from './workloads.ts'

/** Page, read and create against the hand-written server: the tuned variant for the page, the plain one for the others. */
export async function records(bench: Bench): Promise<Line[]> {
  const { plain, tuned, ours, plainHeaders, plainIds, session, school, say } = bench
  await assertSame({ port: tuned.port, headers: plainHeaders }, session, school)
  const list: [Side, Side] = [
    { server: tuned, shots: repeated(plainLists(plainHeaders)) },
    { server: ours, shots: repeated(ourLists(session.headers, school)) },
  ]
  const run = async (words: string, [ceiling, mine]: [Side, Side], connections: number): Promise<Comparison> => {
    const found = await compare(ceiling, mine, connections)
    say(
      `${words} @${connections}: ${rate(found.ours)} against ${rate(found.before)} and ${rate(found.after)}, ratio ${found.ratio.toFixed(2)}, p99 ${found.p99.toFixed(2)}, processor ${found.cpu.toFixed(2)}`,
    )
    return found
  }
  const list16 = await run('list', list, 16)
  const list64 = await run('list', list, 64)
  const read = await run(
    'read',
    [
      { server: plain, shots: repeated(plainReads(plainHeaders, plainIds)) },
      { server: ours, shots: repeated(ourReads(session.headers, school)) },
    ],
    16,
  )
  const create = await run(
    'create',
    [
      { server: plain, shots: plainCreates(plainHeaders) },
      { server: ours, shots: ourCreates(session.headers, school) },
    ],
    16,
  )
  return [
    rateLine('page of 20, filter, keyword, total; 16 connections', list16, 0.75),
    rateLine('the same; 64 connections', list64, 0.75),
    atMost(
      'p99 of it at 64',
      list64.p99,
      `${list64.ours.p99.toFixed(1)} ms`,
      mean(list64, m => `${m.p99.toFixed(1)} ms`),
      1.4,
    ),
    atMost(
      'server processor for a list',
      list64.cpu,
      `${list64.ours.cpuMs.toFixed(2)} ms`,
      mean(list64, m => `${m.cpuMs.toFixed(2)} ms`),
      1.6,
    ),
    rateLine('one record; 16 connections', read, 0.65),
    rateLine('create one, validated, audited, idempotent; 16 connections', create, 0.45),
  ]
}
const rate = (m: Measured): string => `${Math.round(m.perSecond)}/s`
const mean = ({ before, after }: Comparison, show: (m: Measured) => string): string => `${show(before)}, ${show(after)}`
const rateLine = (work: string, c: Comparison, wanted: number): Line => ({
  work,
  figure: `${rate(c.ours)}, p99 ${c.ours.p99.toFixed(1)} ms`,
  ceiling: mean(c, rate),
  ratio: c.ratio.toFixed(2),
  target: `≥ ${wanted}`,
  isMet: c.ratio >= wanted,
})
const atMost = (work: string, ratio: number, figure: string, ceiling: string, wanted: number): Line => ({
  work,
  figure,
  ceiling,
  ratio: ratio.toFixed(2),
  target: `≤ ${wanted}`,
  isMet: ratio <= wanted,
})
