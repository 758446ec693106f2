import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defineModule } from '#model'
import { migrate } from '#server/data/migrate.ts'
import { ask, keepAsking, keepWriting, type Reply, tally } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const RUNNING_MS = 2000
const MIGRATION = 'alter table notice add column fault_note text; create index notice_fault_note on notice (tenant_id, fault_note)'

export const rollingRestart: Experiment = {
  title: 'A migration runs and two instances are replaced one after the other under load: whoever asks again at the other one is served, and nothing is lost.',
  control: 'both are replaced at the same time',
  views: ['lost_writes', 'repeated_writes', 'unwritten_history'],
  async run(stage) {
    const running = [await stage.start(0), await stage.start(1)]
    const ports = running.map(r => r.port)
    const [officer, reader] = await stage.people(['bench-officer', 'bench-east'], ports[0] as number)
    if (!officer || !reader) throw new Error('the officer is gone')
    const either = async (caller: number): Promise<Reply> => {
      const first = await ask({ ...reader, port: ports[caller % 2] as number }, 'base/student/list?size=20')
      return first.code === 200 ? first : ask({ ...reader, port: ports[(caller + 1) % 2] as number }, 'base/student/list?size=20')
    }
    const writing = keepWriting(
      ports.map(port => ({ ...officer, port })),
      { writers: 4, persist: true, restMs: 10 },
    )
    const reading = keepAsking(4, either, 20)
    await pause(RUNNING_MS)
    const folder = join(stage.folder, 'later')
    mkdirSync(join(folder, 'migrations'), { recursive: true })
    writeFileSync(join(folder, 'migrations/001-later.sql'), MIGRATION)
    const { applied: ran } = await migrate(stage.url, { modules: [defineModule({ code: 'later', name: 'later' })], folders: [folder] })
    await pause(RUNNING_MS)
    const replace = async (n: number): Promise<void> => {
      await running[n]?.stop()
      await stage.start(n)
    }
    if (stage.isControl) await Promise.all([replace(0), replace(1)])
    else for (const n of [0, 1]) await replace(n)
    await pause(RUNNING_MS)
    const [reads, writes] = [await reading.stop(), await writing.stop()]
    await stage.acknowledge(writing.acknowledged)
    return [
      finding('migrations that ran under load', ran.join(', '), ran.length === 1),
      finding('writes acknowledged', `${writing.acknowledged.length} (${tally(writes)})`, writing.acknowledged.length > 0),
      none('writers that were never told', writing.unanswered.length),
      finding('readings', tally(reads), reads.length > 0),
      none('readings that neither instance answered', reads.filter(r => r.code !== 200).length),
    ]
  },
}
