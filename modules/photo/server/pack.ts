import type { Readable } from 'node:stream'
import sql, { empty, type Sql } from 'sql-template-tag'
import { ZipFile } from 'yazl'
import { fill, type InputOf, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { subjectsOf } from '#server/audit/subjects.ts'
import { type Ctx, type Db, handle, type Lang } from '#server/context.ts'
import { type Attachment, findAttachment, keep } from '#server/files/attachments.ts'
import { receive } from '#server/files/receive.ts'
import { openStore } from '#server/files/store.ts'
import { paramOf } from '#server/params/params.ts'
import { audit } from '#server/records/verbs.ts'
import { type FileResult, fileTask, type Making, orderFile } from '#server/spreadsheets/file-jobs.ts'
import { packPhotos } from '../model/actions.ts'
import { collectionCode } from '../model/code.ts'
import { NAME_PARTS, type NamePart } from '../model/pattern.ts'
import { KINDS, studentPhoto } from '../model/photo.ts'

const QUEUE = 'photo.packs'
const MOST = 20_000
const MOST_MB = 8192
const CHUNK = 500
/** What names of files cannot have; a slash makes a folder. */
const FORBIDDEN = /[\\:*?"<>|\p{Cc}]|\.\.+/gu
/** Permission to hand out personal values unmasked. */
const PLAIN = 'sheet:export:plain'
type Chosen = Partial<Pick<InputOf<typeof packPhotos>, 'kind' | 'classId' | 'departmentId' | 'grade'>> & { photoIds?: readonly string[] }
type Ask = Chosen & Pick<InputOf<typeof packPhotos>, 'pattern'>
type Payload = Ask & { lang: Lang; auditId: string }
const NUMBERS: readonly string[] = ['xh', 'idNo', 'ksh', 'code']
const partsOf = (pattern: string): string[] => [...pattern.matchAll(/\{(\w+)\}/g)].map(found => found[1] ?? '')

/** Photos in use of a kind, or these, of students whom the caller may export photos of. */
const chosen = (db: Db, { kind, classId, departmentId, grade, photoIds }: Chosen): Sql => sql`
  (${db.visibleFor(studentPhoto, packPhotos.permission).rows()}) p join student s on s.tenant_id = p.tenant_id and s.id = p.student_id
  where ${photoIds ? sql`p.id = any(${[...photoIds]}::uuid[])` : sql`p.is_current and p.kind = ${kind}`} ${classId ? sql`and s.class_id = ${classId}` : empty} ${departmentId ? sql`and s.department_id = ${departmentId}` : empty}
    ${grade ? sql`and s.grade = ${grade}` : empty}`
/** Queues the archive; the export tray shows it when it is there. `photoIds` are photos that a row of another module kept. */
export async function orderPack(ctx: Ctx, ask: Ask & { reason: string }, title: string): Promise<{ jobId: string; total: number }> {
  const { db, me, lang } = ctx
  const parts = partsOf(ask.pattern)
  if (!parts.some(part => NUMBERS.includes(part)) || parts.some(part => !(part in NAME_PARTS))) throw refusalOf(studentPhoto, 'pattern', {}, 'pattern')
  if (parts.includes('idNo') && !me.permissions.has(PLAIN)) throw refusalOf(studentPhoto, 'plain', {}, 'pattern')
  const [count] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${chosen(db, ask)}`)
  const total = count?.n ?? 0
  if (!total) throw refusalOf(studentPhoto, 'none')
  if (total > MOST) throw refusalOf(studentPhoto, 'tooMany', { most: MOST, n: total })
  const { reason, ...rest } = ask
  const auditId = await audit(ctx, 'export', studentPhoto.name, null, { ...rest, reason, rows: total })
  const about = { entity: studentPhoto.name, fileName: `${title}.zip`, params: {}, header: {}, total, startedBy: me.userId }
  return { jobId: await orderFile<Payload>(db, QUEUE, { ...about, payload: { ...rest, lang, auditId } }), total }
}
const order = handle(packPhotos, (ctx, ask) => orderPack(ctx, ask, KINDS[ask.kind]))
/** The archive is stored while it is read: one photo at a time is open. */
async function make({ ctx, job, payload, onProgress }: Making<Payload>): Promise<FileResult> {
  const { db } = ctx
  const [store, archive] = [await openStore(ctx.core), new ZipFile()]
  const output = archive.outputStream as Readable
  archive.on('error', fault => output.destroy(fault))
  const photos = await namedPhotos(db, payload)
  await subjectsOf(db, studentPhoto, payload.auditId, photos)
  for (const [n, { name, fileId }] of photos.entries())
    archive.addReadStreamLazy(name, { compress: false }, done => {
      const opened = onProgress(n).then(async () => store.open(db, await placeOf(db, fileId)))
      opened.then(
        content => done(null, content),
        fault => done(fault, output),
      )
    })
  archive.end()
  const received = await receive(job.fileName, output, { tmp: store.tmp, maxMb: MOST_MB, allowed: ['zip'] })
  const days = await paramOf<number>(ctx, 'export', 'keepDays')
  const file = await keep(db, store, received, { bizType: 'exportJob', bizId: job.id, expiresAt: new Date(Date.now() + days * DAY_MS) })
  return { fileId: file.id, total: photos.length }
}
async function placeOf(db: Db, fileId: string): Promise<Attachment> {
  const file = await findAttachment(db, fileId)
  if (!file) throw new Error(`photo ${fileId} has no file`)
  return file
}
/** The photos with their names in the archive; of two with one name the second has a number behind it. */
async function namedPhotos(db: Db, ask: Payload): Promise<Array<{ studentId: string; fileId: string; name: string }>> {
  const photos = await db.query<{ studentId: string; fileId: string; ext: string }>(sql`
    select c.student_id as "studentId", c.file_id as "fileId", a.ext from (select p.student_id, (p.file_id->>0)::uuid as file_id, s.student_no from ${chosen(db, ask)}) c
      join attachment a on a.tenant_id = ${db.me.tenantId} and a.id = c.file_id order by c.student_no, c.student_id`)
  const values = await valuesOf(
    db,
    photos.map(p => p.studentId),
  )
  const taken = new Map<string, number>()
  return photos.map(({ studentId, fileId, ext }) => {
    const bare =
      fill(ask.pattern, values.get(studentId))
        .replace(FORBIDDEN, '')
        .replace(/^\/+|(?<=\/)\/+/g, '') || studentId
    const n = (taken.get(bare) ?? 0) + 1
    taken.set(bare, n)
    return { studentId, fileId, name: `${bare}${n > 1 ? `-${n}` : ''}.${ext}` }
  })
}
/** What names are made of. */
async function valuesOf(db: Db, ids: readonly string[]): Promise<Map<string, Record<NamePart, string>>> {
  const [classes, values] = [await db.cached(stuClass), new Map<string, Record<NamePart, string>>()]
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK)
    const codes = new Map((await db.unscoped(collectionCode).all({ studentId: some })).map(c => [c.studentId, c.code])) // of students whose photos are in scope
    const pupils = await db.unscoped(student).all({ id: some }) // the same
    for (const { id, studentNo, name, idNo, ksh, classId } of pupils)
      values.set(id, { xh: studentNo ?? '', name, idNo, ksh: ksh ?? '', code: codes.get(id) ?? '', class: classes.get(classId ?? '')?.name ?? '' })
  }
  return values
}
export default [order, fileTask<Payload>(QUEUE, { atOnce: 1, permission: () => packPhotos.permission, source: 'photo', make })]
