import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '../../bench/product.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import { cannotMount, mounted } from '../mounts.ts'
import type { Stage } from '../stage.ts'

const UPLOADS = 10
const MB = 1024 * 1024
const BORDER = 'faults'
interface Sent {
  status: number
  code: number
}
/** Uploads a new PDF, half of it now and the rest after `meanwhile`. */
function upload({ port, headers }: Session, meanwhile: Promise<void>): Promise<Sent> {
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(2 * MB)])
  const head = `--${BORDER}\r\nContent-Disposition: form-data; name="file"; filename="fault.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  return new Promise(done => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/flySource-oss/oss/endpoint/put-file',
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BORDER}` },
      },
      answer => {
        let text = ''
        answer.on('data', piece => {
          text += String(piece)
        })
        answer.on('end', () => done({ status: answer.statusCode ?? 0, code: (JSON.parse(text) as { code: number }).code }))
      },
    )
    sent.on('error', () => done({ status: 0, code: 0 }))
    sent.write(head)
    sent.write(content.subarray(0, MB))
    void meanwhile.then(() => sent.end(Buffer.concat([content.subarray(MB), Buffer.from(`\r\n--${BORDER}--\r\n`)])))
  })
}
async function listStored(stage: Stage, folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(entry => join(entry.parentPath, entry.name))
  await stage.rows('insert into faults.stored_object select * from unnest($1::text[], $2::bigint[])', [
    paths.map(path => relative(folder, path)),
    paths.map(path => statSync(path).size),
  ])
}
const codes = (sent: readonly Sent[]): string => [...Map.groupBy(sent, s => s.code)].map(([code, of]) => `${code} × ${of.length}`).join(', ')

export const storeReadOnly: Experiment = {
  title: 'The file store becomes read-only while files are being sent: they are refused with 503, no row names a file that is not there, and sending works again afterwards.',
  control: 'whether the store took the file is not asked (taken out of the source)',
  without: [{ file: 'kernel/server/files/attachments.ts', from: '{ bucketName, objectKey: key }, file)', to: '{ bucketName, objectKey: key }, file).catch(() => {})' }],
  views: ['missing_files'],
  impossible: cannotMount,
  async run(stage) {
    const objects = join(stage.dataDir, 'files/objects')
    const become = mounted(stage, objects, 100)
    const { port } = await stage.start()
    const [officer] = await stage.people(['bench-officer'], port)
    if (!officer) throw new Error('the officer is gone')
    const many = (meanwhile: Promise<void>): Promise<Sent[]> => Promise.all(Array.from({ length: UPLOADS }, () => upload(officer, meanwhile)))
    const before = await many(Promise.resolve())
    const during = await many(pause(1000).then(() => become('ro')))
    become('rw')
    const after = await many(Promise.resolve())
    await listStored(stage, objects)
    return [
      finding(
        'sent before',
        codes(before),
        before.every(s => s.code === 200),
      ),
      finding(
        'on their way when it became read-only',
        codes(during),
        during.every(s => s.code === 503),
      ),
      finding(
        'sent afterwards',
        codes(after),
        after.every(s => s.code === 200),
      ),
      none('left of those that were refused', readdirSync(join(stage.dataDir, 'files/incoming')).length),
    ]
  },
}
