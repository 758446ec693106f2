import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MANIFEST, type Manifest } from '#server/operate/manifest.ts'
import { run } from '../../bench/database.ts'
import { ask, keepWriting } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import { operate } from '../operate.ts'
import type { Stage } from '../stage.ts'
import type { Cut } from '../without.ts'

const WITHOUT: Cut[] = [{ file: 'kernel/server/operate/tables.ts', from: 'begin isolation level repeatable read read only', to: 'begin isolation level read committed' }]
const command = async (stage: Stage, script: string, given: readonly string[], cuts: readonly Cut[] = []): Promise<string> =>
  (await operate(script, given, { DATABASE_URL: stage.url, DATA_DIR: stage.dataDir }, cuts)).wrong
const CONTENT = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

export const restore: Experiment = {
  title:
    'Backed up while people write, then everything is destroyed and restored: the school is there as of one moment, with what was acknowledged before it, its files and its sessions.',
  control: 'tables are not read as of one moment (taken out of the source of the backup)',
  without: WITHOUT,
  views: ['lost_writes', 'repeated_writes', 'unwritten_history'],
  async run(stage) {
    const instance = await stage.start(0, { without: [] })
    const [officer] = await stage.people(['bench-officer'], instance.port)
    if (!officer) throw new Error('the officer is gone')
    const form = new FormData()
    form.append('file', new Blob([CONTENT]), 'fault.pdf')
    const sent = await ask(officer, 'oss/oss/endpoint/put-file', form)
    const writing = keepWriting([officer])
    await pause(3000)
    const before = [...writing.acknowledged]
    const backups = join(stage.folder, 'backups')
    const backedUp = await command(stage, 'backup', ['--to', backups], stage.isControl ? WITHOUT : [])
    const [name = 'none'] = readdirSync(backups)
    const { at } = JSON.parse(readFileSync(join(backups, name, MANIFEST), 'utf8')) as Manifest
    await pause(1000)
    await writing.stop()
    await instance.kill()
    rmSync(stage.dataDir, { recursive: true })
    mkdirSync(stage.dataDir)
    await run(stage.url.replace(/\/[^/]*$/, '/postgres'), 'drop database fault with (force)', 'create database fault')
    const failed = await command(stage, 'restore', [join(backups, name)])
    await stage.prepare()
    if (failed) return [finding('backup and restore', failed, false)]
    await stage.acknowledge(before)
    const { port } = await stage.start(1, { without: [] })
    const again = { ...officer, port }
    const whoami = await ask(again, 'base/todo/count')
    const [later] = await stage.rows<{ n: number }>("select count(*)::int as n from notice where title like 'fault %' and created_at > $1", [at])
    const [kept] = await stage.rows<{ n: number }>("select count(*)::int as n from notice where title like 'fault %'")
    const file = readdirSync(join(stage.dataDir, 'files/objects'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    const isSame = file.some(
      entry =>
        createHash('sha256')
          .update(readFileSync(join(entry.parentPath, entry.name)))
          .digest('hex') === createHash('sha256').update(CONTENT).digest('hex'),
    )
    const written = await ask(again, 'base/notice/list?size=1')
    return [
      finding('backup and restore', backedUp || `whole, as of ${at}`, !backedUp),
      finding('writes that are there', `${kept?.n} of ${writing.acknowledged.length}; ${before.length} were acknowledged when the backup began`, (kept?.n ?? 0) >= before.length),
      none('writes of after that moment', later?.n ?? -1),
      finding('a file that was sent', sent.code === 200 && isSame ? 'the same' : `${sent.code}, not the same`, sent.code === 200 && isSame),
      finding('somebody who was signed in', whoami.code, whoami.code === 200 && written.code === 200),
    ]
  },
}
