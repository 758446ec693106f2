import { chmodSync, lstatSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '#server/start/embedded.ts'
import { PASSWORD, run, withClient } from '../../bench/database.ts'
import { signIn } from '../../bench/product.ts'
import { openBenchSchool } from '../../bench/school.ts'
import { ask, keepWriting, type Reply, tally, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import { cannotMount, mounted } from '../mounts.ts'

const DISK_MB = 700
const LEFT_MB = 2
const MB = 1024 * 1024
const ROUNDS = 2
const INVARIANTS = ['lost_writes', 'repeated_writes', 'unwritten_history']

export const diskFull: Experiment = {
  title: 'The disk of the database is full while people write, and PostgreSQL is killed on it: 503, nothing acknowledged is lost, and once there is room it goes on by itself.',
  control: 'commits do not wait for the disk (`synchronous_commit = off`, nothing else flushes)',
  views: [],
  impossible: cannotMount,
  async run(stage) {
    const disk = join(stage.folder, 'disk')
    chmodSync(stage.folder, 0o755)
    mounted(stage, disk, DISK_MB)
    const server = await startEmbedded(disk)
    stage.atEnd(() => server.stop())
    if (lstatSync(join(disk, 'postgres')).isSymbolicLink())
      throw new Error(`PostgreSQL cannot reach ${disk}, its files lie elsewhere; set TMPDIR to a folder that everybody can pass`)
    await openBenchSchool({ url: server.url, dataDir: disk, count: 100, password: PASSWORD })
    await run(server.url, readFileSync(new URL('../invariants.sql', import.meta.url), 'utf8'), 'checkpoint')
    if (stage.isControl)
      await run(
        server.url,
        "alter system set wal_writer_delay = '10s'",
        "alter system set wal_writer_flush_after = '1GB'",
        'alter database qinglan set synchronous_commit = off',
        'select pg_reload_conf()',
      )
    const { port } = await stage.start(0, { url: server.url, dataDir: disk })
    const officer = await signIn(port, 'bench-officer', PASSWORD)
    const ballast = join(disk, 'ballast')
    const findings = []
    for (let round = 1; round <= ROUNDS; round++) {
      const writing = keepWriting([officer], { restMs: 5 })
      await pause(1500)
      fill(disk, ballast)
      // until the disk is full
      const full = await until(() => writing.replies.some(r => r.code === 503), 60)
      await pause(2000)
      // crash PostgreSQL at the worst moment, too
      process.kill(Number(readFileSync(join(disk, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await pause(4000)
      rmSync(ballast)
      const well = await until(async () => (await ask(officer, 'base/todo/count')).code === 200 && lastOf(writing.replies)?.code === 200, 40)
      const replies = await writing.stop()
      await withClient(server.url, client => client.query('insert into faults.acknowledged select unnest($1::text[])', [writing.acknowledged]))
      findings.push(
        finding(`round ${round}: answers`, `${tally(replies)}; ${full === undefined ? 'never full' : `full after ${full.toFixed(1)} s`}`, full !== undefined),
        none(`round ${round}: answers that are neither 200 nor 503`, replies.filter(r => ![200, 503].includes(r.code)).length),
        finding(`round ${round}: goes on once there is room`, well === undefined ? 'never' : `after ${well.toFixed(1)} s`, well !== undefined),
      )
    }
    for (const view of INVARIANTS)
      findings.push(
        none(`rows of ${view}`, (await withClient(server.url, client => client.query<{ n: number }>(`select count(*)::int as n from faults.${view}`))).rows[0]?.n ?? -1),
      )
    return findings
  },
}
const lastOf = (replies: readonly Reply[]): Reply | undefined => replies.at(-1)
function fill(disk: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_MB * MB)))
}
