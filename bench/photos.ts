import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import type { Bench } from './bench.ts'
import { isWhole, PASSWORD, withClient } from './database.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const FILES = isWhole ? 9000 : 600
/** Files of a piece, as a browser makes them of photos of this size: 16 MB. */
const PIECE = 120
const [MOST_MINUTES, POLL_MS, BREAK_MS] = [20, 500, 2000]
const PATH = '/api/flySource-photo/photoBatch'
const MB = 1024 * 1024
const count = (n: number): string => n.toLocaleString('en')
interface Batch {
  state: string
  matched: number
}
/** 9,000 photos (1.2 GB) in one batch, with a break in the middle: sent, gone on with, attached. */
export async function photos({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const numbers = await withClient(databases.school, async c =>
    (await c.query<{ no: string }>(`select student_no as no from student where status = 'active' and deleted_at is null order by student_no limit ${FILES}`)).rows.map(r => r.no),
  )
  const pictures = await drawn()
  const { id } = await call<{ id: string }>(officer, `${PATH}/open`, { name: '压测采集', kind: 'enrolment', source: 'school', matchBy: 'studentNo', expected: numbers.length })
  const began = performance.now()
  const half = Math.floor(numbers.length / 2)
  let bytes = await sent(officer, id, numbers.slice(0, half), pictures)
  await pause(BREAK_MS)
  // the sender comes back with the same files and asks what is there
  const { names } = await call<{ names: string[] }>(officer, `${PATH}/arrived?id=${id}`)
  const arrived = new Set(names)
  bytes += await sent(
    officer,
    id,
    numbers.filter(no => !arrived.has(`${no}.jpg`)),
    pictures,
  )
  await call(officer, `${PATH}/finish`, { id })
  const batch = await ended(officer, id)
  const minutes = (performance.now() - began) / 60_000
  const wrong = await withClient(databases.school, async c => (await c.query<{ n: number }>(WRONG, [id])).rows[0]?.n ?? -1)
  say(
    `${count(batch.matched)} of ${count(numbers.length)} photos attached in ${minutes.toFixed(1)} min, ${(bytes / MB).toFixed(0)} MB sent with what was sent twice, ${wrong} wrong`,
  )
  return [
    {
      work: `${count(numbers.length)} photos in one batch with a break, first byte to last photo attached`,
      figure: `${minutes.toFixed(1)} min`,
      target: `< ${MOST_MINUTES} min`,
      isMet: minutes < MOST_MINUTES && batch.matched === numbers.length,
    },
    { work: 'photos of that batch attached to a wrong person, or not attached', figure: `${wrong}`, target: 'none', isMet: wrong === 0 },
  ]
}
/** Lines whose photo is not that of the student whom the file is named after. */
const WRONG = `select count(*)::int as n from photo_line l left join student_photo p on p.tenant_id = l.tenant_id and p.id = l.photo_id
  left join student s on s.tenant_id = p.tenant_id and s.id = p.student_id where l.batch_id = $1 and (l.result <> 'matched' or s.student_no || '.jpg' is distinct from l.name)`
/** Some pictures of 133 KB: grain, as photographs have it. */
const drawn = (): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: 8 }, () =>
      sharp({ create: { width: 480, height: 640, channels: 3, background: '#4488cc', noise: { type: 'gaussian', mean: 128, sigma: 22 } } })
        .jpeg({ quality: 84 })
        .toBuffer(),
    ),
  )
/** Sends the photos of these students piece by piece; each is told from the others by some bytes behind its end. Returns how much was sent. */
async function sent(session: Session, id: string, numbers: readonly string[], pictures: readonly Buffer[]): Promise<number> {
  let bytes = 0
  for (let at = 0; at < numbers.length; at += PIECE) {
    const zip = new ZipFile()
    for (const [n, no] of numbers.slice(at, at + PIECE).entries())
      zip.addBuffer(Buffer.concat([pictures[n % pictures.length] ?? Buffer.alloc(0), Buffer.from(no)]), `${no}.jpg`, { compress: false })
    zip.end()
    const content = await buffer(zip.outputStream)
    bytes += content.length
    const form = new FormData()
    form.append('file', new Blob([content]), 'photos.zip')
    const { fileId } = await call<{ fileId: string }>(session, '/api/flySource-oss/oss/endpoint/put-file', form)
    await call(session, `${PATH}/addPiece`, { id, fileId })
  }
  return bytes
}
async function ended(session: Session, id: string): Promise<Batch> {
  for (;;) {
    const batch = await call<Batch>(session, `${PATH}/getOne?id=${id}`)
    if (batch.state === 'done') return batch
    await pause(POLL_MS)
  }
}
