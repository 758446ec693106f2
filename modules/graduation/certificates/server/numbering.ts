import sql from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { auditStates } from '../../audit/model/audit.ts'
import { batchOf } from '../../audit/server/api.ts'
import { giveNumbers, previewNumbers } from '../model/actions.ts'
import { graduationCertificate } from '../model/certificate.ts'
import { numberIn } from '../model/numbers.ts'
import { lastSerials, seriesFor, takeSerials } from './series.ts'

type NumberingInput = Pick<InputOf<typeof previewNumbers>, 'batchId' | 'kind' | 'auditIds'>
interface Candidate {
  auditId: string
  studentId: string
  name: string
  studentNo: string | null
  departmentId: string | null
  majorId: string | null
  major: string | null
  level: string | null
  result: 'graduate' | 'complete' | 'incomplete' | 'extend'
  state: keyof typeof auditStates.labels
  approvedAt: string | null
}
const PREVIEWED = 200
const AT_ONCE = 500

/** Whose certificate has no number yet, in order of department, major and student number. */
async function candidates(db: Db, { batchId, kind, auditIds }: NumberingInput): Promise<Candidate[]> {
  const chosen = auditIds?.length ? sql`and a.id = any(${auditIds.flatMap(id => id ?? [])}::uuid[])` : sql`and a.state in ('confirmed', 'closed')`
  const [due, kinds] =
    kind === 'degree' ? [sql`a.degree`, ['degree']] : [sql`(a.result in ('graduate', 'complete') or a.state not in ('confirmed', 'closed'))`, ['graduation', 'completion']]
  return db.query<Candidate>(sql`select a.id as "auditId", s.id as "studentId", s.name, s.student_no as "studentNo", s.department_id as "departmentId", s.major_id as "majorId", m.name as major, s.level,
      a.result, a.state, a.approved_at as "approvedAt"
    from graduation_audit a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
      left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id left join major m on m.tenant_id = s.tenant_id and m.id = s.major_id
    where a.tenant_id = ${db.me.tenantId} and a.batch_id = ${batchId} ${chosen} and ${due}
      and not exists (select from graduation_certificate c where c.tenant_id = a.tenant_id and c.audit_id = a.id and c.state = 'valid' and c.kind = any(${kinds}::text[]))
    order by d.code collate "C", m.code collate "C", s.student_no collate "C", a.id`)
}
interface Planned extends Candidate {
  series: string
}
/** The run as it would be now, checked: certain results, a date not before the approval, a code for each level. */
async function planned(db: Db, asked: NumberingInput): Promise<{ rows: Planned[]; certDate: string }> {
  const { certDate } = await batchOf(db, asked.batchId)
  const found = await candidates(db, asked)
  if (!found.length) throw refusalOf(graduationCertificate, 'nobody')
  const seriesOf = await seriesFor(db, asked.kind, certDate)
  const rows = found.map(row => {
    const { name, state, approvedAt, level } = row
    if (state !== 'confirmed' && state !== 'closed') throw refusalOf(graduationCertificate, 'unapproved', { name, state: { text: auditStates.labels[state] } })
    const approved = approvedAt ? schoolDate(Date.parse(approvedAt)) : certDate
    if (approved > certDate) throw refusalOf(graduationCertificate, 'early', { certDate, name, approved })
    return { ...row, series: seriesOf(level, name) }
  })
  return { rows, certDate }
}
/** Serials in the order of the rows, each series going on from where it stands. */
function numbered(rows: readonly Planned[], next: Map<string, number>): Array<Planned & { serial: number; number: string }> {
  return rows.map(row => {
    const serial = next.get(row.series) ?? 1
    next.set(row.series, serial + 1)
    return { ...row, serial, number: numberIn(row.series, serial) }
  })
}
const preview = handle(previewNumbers, async ({ db }, asked) => {
  const { rows } = await planned(db, asked)
  const last = await lastSerials(db, [...new Set(rows.map(r => r.series))])
  const lines = numbered(rows, new Map([...last].map(([series, n]) => [series, n + 1])))
  return {
    ...{ count: lines.length, first: lines[0]?.number ?? null, last: lines.at(-1)?.number ?? null },
    lines: lines.slice(0, PREVIEWED).map(({ number, name, studentNo, major }) => ({ number, name, studentNo, major })),
  }
})
/** One run at a time in a school; the second is refused, not kept waiting. */
async function mustBeAlone(db: Db): Promise<void> {
  const [lock] = await db.query<{ isFree: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${`graduation numbers ${db.me.tenantId}`}, 0)) as "isFree"`)
  if (!lock?.isFree) throw refusalOf(graduationCertificate, 'running')
}
/** GR4: serials and certificates commit together: a run that dies half-way leaves neither numbers nor a gap. */
const give = handle(giveNumbers, async ({ db }, { count, first, ...asked }) => {
  await mustBeAlone(db)
  const { rows, certDate } = await planned(db, asked)
  const next = new Map<string, number>()
  for (const [series, of] of Map.groupBy(rows, r => r.series)) next.set(series, await takeSerials(db, series, of.length))
  const lines = numbered(rows, next)
  const nowFirst = lines[0]?.number ?? ''
  if (lines.length !== count || nowFirst !== first) throw refusalOf(graduationCertificate, 'stale', { count, first, now: lines.length, nowFirst })
  for (let from = 0; from < lines.length; from += AT_ONCE) await store(db, lines.slice(from, from + AT_ONCE), asked, certDate)
  return { done: lines.length }
})
async function store(db: Db, lines: ReturnType<typeof numbered>, { batchId, kind }: NumberingInput, date: string): Promise<void> {
  const drafts = lines.map(({ auditId, studentId, departmentId, majorId, level, series, serial, number, result }) => ({
    ...{ number, auditId, batchId, studentId, departmentId, majorId, level, series, serial, date },
    kind: kind === 'degree' ? ('degree' as const) : result === 'graduate' ? ('graduation' as const) : ('completion' as const),
  }))
  await db.insertMany(graduationCertificate, drafts)
}
export default [preview, give]
