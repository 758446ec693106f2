import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { departmentsReached } from '#modules/campus/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { withUpload } from '#server/files/uploaded.ts'
import { translate } from '#server/i18n/translate.ts'
import { openWorkbook } from '#server/spreadsheets/read.ts'
import { sheetRefusal } from '#server/spreadsheets/texts.ts'
import { ENTREPRENEURSHIP, SOLDIER_RETURNS } from '../../changes/model/dictionaries.ts'
import { statusChange } from '../../changes/model/status-change.ts'
import { importScores, transferCandidates } from '../model/actions.ts'
import { majorTransferBatch } from '../model/batch.ts'
import { bonusOf, cameBack } from './rank.ts'

interface Applicant {
  id: string
  studentNo: string | null
  name: string
  fromId: string | null
  choices: string[]
  state: 'pending' | 'returned' | 'approved' | 'publicised' | 'rejected'
  assessScore: number | null
  rank: number | null
  toId: string | null
  isSoldier: boolean
  isFounder: boolean
}
/** Applicants of a batch who have chosen a major of the caller's colleges; all for who reaches the whole school. */
async function applicantsIn(db: Db, batchId: string, permission: string): Promise<Applicant[]> {
  const [reached, gradeMajors] = await Promise.all([departmentsReached(db, permission), db.cached(gradeMajor)])
  const rows =
    await db.query<Applicant>(sql`select c.id, s.student_no as "studentNo", s.name, c.from_grade_major_id as "fromId", coalesce(c.choices, '[]') as choices, c.state, c.assess_score::float8 as "assessScore", c.rank,
      c.to_grade_major_id as "toId", ${cameBack(SOLDIER_RETURNS)} as "isSoldier", ${cameBack(ENTREPRENEURSHIP)} as "isFounder"
    from status_change c join student s on s.tenant_id = c.tenant_id and s.id = c.student_id
    where c.tenant_id = ${db.me.tenantId} and c.batch_id = ${batchId} and c.state in ('pending', 'returned', 'approved', 'publicised', 'rejected') order by c.rank nulls last, s.student_no`)
  return reached ? rows.filter(row => row.choices.some(id => reached.has(gradeMajors.get(id)?.departmentId ?? ''))) : rows
}
const candidates = handle(transferCandidates, async ({ db }, { id }) => {
  const batch = await db.unscoped(majorTransferBatch).one(id) // applicants are found by the caller's colleges
  const gradeMajors = await db.cached(gradeMajor)
  const nameOf = (gradeMajorId: string | null): string | null => gradeMajors.get(gradeMajorId ?? '')?.name ?? null
  return (await applicantsIn(db, id, transferCandidates.permission)).map(({ id: changeId, studentNo, name, fromId, choices, state, assessScore, rank, toId, ...who }) => ({
    ...{ id: changeId, studentNo, name, state, assessScore, rank, bonus: bonusOf(batch, who) },
    ...{ fromName: nameOf(fromId), choices: choices.map(c => nameOf(c) ?? '—'), toName: nameOf(toId) },
  }))
})
interface Line {
  line: number
  studentNo: string
  score: string
}
const [NUMBER, SCORE] = ['学号', '考核成绩']
/** The lines of a workbook, by the titles of its first row. */
async function linesOf(path: string, name: string): Promise<Line[]> {
  const book = await openWorkbook(path, name)
  try {
    const sheet = book.sheets.find(s => s.visible)
    if (!sheet) throw sheetRefusal('noSheet')
    const rows: Array<{ number: number; cells: string[] }> = []
    for await (const batch of book.rows(sheet))
      for (const { number, cells } of batch) rows.push({ number, cells: Array.from(cells, c => (typeof c === 'object' ? '' : String(c ?? '').trim())) })
    const [head, ...lines] = rows
    const [no, score] = [NUMBER, SCORE].map(title => {
      const at = head?.cells.indexOf(title) ?? -1
      if (at < 0) throw refusalOf(importScores, 'columns', { title })
      return at
    }) as [number, number]
    return lines.map(({ number, cells }) => ({ line: number, studentNo: cells[no] ?? '', score: cells[score] ?? '' })).filter(l => l.studentNo || l.score)
  } finally {
    book.close()
  }
}
const MOST = 100
/** What is wrong with a line; an empty score leaves what there is. */
function problemOf({ studentNo, score }: Line, known: ReadonlyMap<string, Applicant>, seen: ReadonlySet<string>): string | undefined {
  const who = known.get(studentNo)
  if (!who) return '没有这名学生的申请，或不在你的数据范围内'
  if (seen.has(studentNo)) return '学号重复'
  if (who.state !== 'approved') return '申请没有通过审批，不能考核'
  return /^\d{1,3}(\.\d{1,2})?$/.test(score) && Number(score) <= MOST ? undefined : '成绩须为 0 到 100，最多两位小数'
}
const scored = handle(importScores, async ({ db, lang }, { id, file: [fileId = ''] }) => {
  const batch = await db.unscoped(majorTransferBatch).lock(id) // applicants are found by the caller's colleges
  mustAllow(majorTransferBatch, batch, 'score')
  const lines = await withUpload(db, fileId ?? '', ['xlsx'], ({ path, name }) => linesOf(path, name))
  const known = new Map((await applicantsIn(db, id, importScores.permission)).map(a => [a.studentNo ?? '', a]))
  const seen = new Set<string>()
  const faults = lines
    .filter(l => l.score !== '')
    .flatMap(l => {
      const problem = problemOf(l, known, seen)
      seen.add(l.studentNo)
      return problem ? [{ line: l.line, studentNo: l.studentNo, problem: translate(lang, problem) }] : []
    })
  if (faults.length) return { written: 0, faults }
  const given = lines.flatMap(l => (l.score === '' ? [] : [{ id: known.get(l.studentNo)?.id ?? '', assessScore: Number(l.score) }]))
  await db.updateMany(statusChange, given)
  return { written: given.length, faults }
})
export default [candidates, scored]
