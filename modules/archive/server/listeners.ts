import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type Db, onMany } from '#server/context.ts'
import { archiveMaterial } from '../model/archive-material.ts'
import { filesOf } from './files.ts'
import { followMissing } from './missing.ts'

type Payload = Readonly<Record<string, unknown>>
interface Paper {
  studentId: string
  kind: string
  title: string
  docDate: string
  sourceType: string
  sourceId: string
}
const str = (value: unknown): string => (typeof value === 'string' ? value : '')
const dayOf = (value: unknown): string => str(value).slice(0, 10) || today()
/** Statuses that a graduation batch gives: their papers are those of graduates. */
const BY_BATCH = ['graduated', 'completed', 'incomplete']
/** 50-AR5: the papers are expected, each once however often it is told. */
async function expect(db: Db, papers: readonly Paper[]): Promise<void> {
  const named = papers.filter(p => p.studentId && p.sourceId)
  const files = await filesOf(
    db,
    named.map(p => p.studentId),
  )
  const drafts = named.flatMap(p => {
    const fileId = files.get(p.studentId)
    return fileId ? [{ ...p, fileId, source: 'auto' as const, copies: 1, isOriginal: true }] : []
  })
  if (!drafts.length) return
  await db.insertMany(archiveMaterial, drafts, { skipExisting: true })
  await followMissing(db, sql`f.id = any(${drafts.map(d => d.fileId)}::uuid[])`)
}
/** What was undone leaves no paper to wait for; what is filed stays. */
async function drop(db: Db, sourceType: string, ids: readonly string[]): Promise<void> {
  const gone = await db.removeWhere(archiveMaterial, sql`t.source_type = ${sourceType} and t.source_id = any(${[...ids]}::text[]) and t.filed_on is null`, {
    returning: ['fileId'],
  })
  await followMissing(db, sql`f.id = any(${gone.map(g => g.fileId)}::uuid[])`)
}
const papers = (event: string, make: (payload: Payload) => Omit<Paper, 'studentId'> | undefined) =>
  onMany(event, `archive.${event}`, ({ db }, payloads) =>
    expect(
      db,
      payloads.flatMap(p => {
        const paper = make(p)
        return paper ? [{ ...paper, studentId: str(p.studentId) }] : []
      }),
    ),
  )
const undone = (event: string, sourceType: string, id: string) =>
  onMany(event, `archive.${event}`, ({ db }, payloads) =>
    drop(
      db,
      sourceType,
      payloads.map(p => str(p[id])),
    ),
  )
const newcomers = (event: string) =>
  onMany(
    event,
    `archive.${event}`,
    async ({ db }, payloads) =>
      void (await filesOf(
        db,
        payloads.flatMap(p => str(p.studentId) || []),
      )),
  )

const punished = (title: string, sourceType: string) => (p: Payload) => ({ kind: 'punishment', title, docDate: dayOf(p.from ?? p.on), sourceType, sourceId: str(p.punishmentId) })
const changes = onMany('student.statusChanged', 'archive.student.statusChanged', async ({ db }, payloads) => {
  const known = payloads.filter(p => str(p.changeId) && !BY_BATCH.includes(str(p.to)))
  await expect(
    db,
    known.flatMap(p =>
      p.reversed === true
        ? []
        : [{ studentId: str(p.studentId), kind: 'statusChange', title: '学籍异动审批表', docDate: dayOf(p.effectiveDate), sourceType: 'statusChange', sourceId: str(p.changeId) }],
    ),
  )
  const reversed = known.flatMap(p => (p.reversed === true ? [str(p.changeId)] : []))
  if (reversed.length) await drop(db, 'statusChange', reversed)
})
/** Whoever graduates has a registration form and a transcript, and whoever gets a degree its decision. */
const graduates = onMany('student.graduated', 'archive.student.graduated', async ({ db }, payloads) => {
  for (const { batchId, studentIds } of payloads) {
    const ids = Array.isArray(studentIds) ? studentIds.map(str) : []
    const degrees = await db.query<{ id: string }>(
      sql`select student_id as id from graduation_audit where tenant_id = ${db.me.tenantId} and batch_id = ${str(batchId)}::uuid and degree and student_id = any(${ids}::uuid[])`,
    )
    const paper = (kind: string, title: string) => (studentId: string) => ({ studentId, kind, title, docDate: today(), sourceType: 'graduationBatch', sourceId: str(batchId) })
    await expect(db, [...ids.map(paper('graduation', '毕业生登记表')), ...ids.map(paper('grades', '学籍成绩表')), ...degrees.map(d => d.id).map(paper('degree', '学位授予决定'))])
  }
})
export default [
  newcomers('student.admitted'),
  newcomers('student.enrolled'),
  papers('discipline.effective', punished('处分决定书', 'punishment')),
  papers('discipline.executed', punished('处分决定书', 'punishment')),
  papers('discipline.ended', punished('处分解除决定书', 'punishmentEnd')),
  undone('discipline.revoked', 'punishment', 'punishmentId'),
  papers('award.granted', p => ({ kind: 'award', title: `${str(p.xn)} 奖励审批表`, docDate: today(), sourceType: 'awardRecord', sourceId: str(p.recordId) })),
  undone('award.revoked', 'awardRecord', 'recordId'),
  changes,
  graduates,
]
