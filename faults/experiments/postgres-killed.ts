import { setTimeout as pause } from 'node:timers/promises'
import { ask, keepWriting, tally, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const KILLS = 3
const WRITING_MS = 3000
const BACK_SECONDS = 10

export const postgresKilled: Experiment = {
  title: 'kill -9 of PostgreSQL while people write: whatever was acknowledged is there, the program answers 503 and nobody is signed out, and it is back within 10 s.',
  control: 'commits do not wait for the disk (`synchronous_commit = off`, nothing else flushes)',
  views: ['lost_writes', 'repeated_writes', 'unwritten_history'],
  async run(stage) {
    if (stage.isControl) {
      await stage.rows("alter system set wal_writer_delay = '10s'")
      await stage.rows("alter system set wal_writer_flush_after = '1GB'")
      await stage.rows('alter database fault set synchronous_commit = off')
      await stage.rows('select pg_reload_conf()')
      stage.atEnd(() => stage.rows('alter system reset all'))
    }
    const { port } = await stage.start()
    const people = await stage.people(['bench-officer', 'bench-east'], port)
    const [officer, reader] = people
    if (!officer || !reader) throw new Error('the officer is gone')
    const findings = []
    for (let n = 1; n <= KILLS; n++) {
      const writing = keepWriting([officer])
      const path = 'base/student/list?size=20'
      await pause(WRITING_MS)
      process.kill(stage.postgres(), 'SIGKILL')
      const down = await until(async () => (await ask(reader, path)).code === 503, BACK_SECONDS)
      const back = await until(async () => (await ask(reader, path)).code === 200, 60)
      await pause(500)
      const replies = await writing.stop()
      await stage.acknowledge(writing.acknowledged)
      const other = replies.filter(r => ![200, 503].includes(r.code)).length
      findings.push(
        finding(
          `kill ${n}: back after`,
          back === undefined || down === undefined ? 'never' : `${(down + back).toFixed(1)} s`,
          back !== undefined && (down ?? 0) + back <= BACK_SECONDS,
        ),
        finding(`kill ${n}: writes acknowledged`, `${writing.acknowledged.length} of ${replies.length} (${tally(replies)})`, writing.acknowledged.length > 0),
        none(`kill ${n}: answers that are neither 200 nor 503`, other),
      )
    }
    return findings
  },
}
