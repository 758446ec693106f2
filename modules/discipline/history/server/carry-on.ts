import sql, { type Sql } from 'sql-template-tag'
import { richOf } from '#model/rich.ts'
import { schoolInstant } from '#model/school-time.ts'
import { isOnDay } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { disciplineCase, PAST } from '../../cases/model/case.ts'
import type { Level } from '../../cases/model/levels.ts'
import { punishment } from '../../cases/model/punishment.ts'
import { monthsFor, periodFrom } from '../../cases/model/terms.ts'
import { type Punishment, passOver, termsNow } from '../../cases/server/api.ts'
import { pastPunishment } from '../model/past-punishment.ts'

interface Line {
  id: string
  documentNo: string
  studentId: string
  title: string
  category: string
  occurredOn: string
  ruleId: string | null
  level: Exclude<Level, 'none'>
  levelReason: string | null
  facts: string | null
  decidedOn: string
  servedOn: string
  periodMonths: number | null
  liftedOn: string | null
  liftDocumentNo: string | null
  grade: number | null
  departmentId: string | null
  majorId: string | null
  classId: string | null
}
/** The lines with college, major and class of their students on the day, by which figures count. */
const linesOf = (db: Db, from: Sql, which: Sql): Promise<Line[]> =>
  db.query<Line>(sql`select s.id, s.document_no as "documentNo", s.student_id as "studentId", s.title, s.category, s.occurred_on::text as "occurredOn", s.rule_id as "ruleId", s.level,
      s.level_reason as "levelReason", s.facts, s.decided_on::text as "decidedOn", s.served_on::text as "servedOn", s.period_months as "periodMonths", s.lifted_on::text as "liftedOn",
      s.lift_document_no as "liftDocumentNo", coalesce(h.grade, t.grade) as grade, coalesce(h.department_id, t.department_id) as "departmentId",
      coalesce(h.major_id, t.major_id) as "majorId", coalesce(h.class_id, t.class_id) as "classId"
    from ${from} join student t on t.tenant_id = ${db.me.tenantId} and t.id = s.student_id
    left join class_history h on h.tenant_id = t.tenant_id and h.student_id = t.id and ${isOnDay(sql`s.occurred_on`)}
    where ${which} order by s.decided_on, s.document_no`)
/** A case for each line. History keeps no days of its own and follows those of today. */
async function openCases(db: Db, lines: readonly Line[]): Promise<ReadonlyMap<string, string>> {
  const numbers = await serialNosOn(
    db,
    'WJ',
    'discipline_case_no_seq',
    lines.map(l => l.occurredOn),
  )
  await db.insertMany(
    disciplineCase,
    lines.map(({ id, title, category, occurredOn, ruleId, facts, departmentId, classId }, n) => ({
      ...{ caseNo: numbers[n] ?? '', title, category, occurredAt: schoolInstant(occurredOn), ruleIds: ruleId ? [ruleId] : [], summary: richOf(facts ?? title) },
      ...{ reportSource: 'other' as const, departmentId, classId, reporterId: db.me.userId || null, sourceType: PAST, sourceId: id },
    })),
  )
  const cases = await db.unscoped(disciplineCase).all({ sourceType: PAST, sourceId: lines.map(l => l.id) }) // made here
  return new Map(cases.map(c => [c.sourceId ?? '', c.id]))
}
/** Carries past punishments on as cases of one party each: what was not lifted is in force and may still be. Their numbers are not given again. */
export async function carryOn(db: Db, from: Sql, which: Sql): Promise<Punishment[]> {
  const lines = await linesOf(db, from, which)
  if (!lines.length) return []
  const [cases, terms] = [await openCases(db, lines), await termsNow(db)]
  await db.insertMany(
    punishment,
    lines.map(line => {
      const { studentId, grade, departmentId, majorId, classId, level, levelReason, documentNo, decidedOn, servedOn, liftedOn, liftDocumentNo } = line
      const months = monthsFor(terms, { measure: 'punishment', level }, line.periodMonths)
      const period = months ? { periodMonths: months, ...periodFrom(servedOn, months) } : {}
      return {
        ...{ caseId: cases.get(line.id) ?? '', studentId, grade, departmentId, majorId, classId, partRole: 'principal' as const, facts: richOf(line.facts ?? line.title) },
        ...{ proposedLevel: level, decidedLevel: level, levelReason, documentNo, decidedOn, servedOn, liftedOn, liftDocumentNo, ...period },
        state: level === 'expulsion' ? ('executed' as const) : liftedOn ? ('lifted' as const) : ('inForce' as const),
      }
    }),
  )
  const made = await db.unscoped(punishment).all({ caseId: [...cases.values()] }) // made here
  const byNo = new Map(made.map(p => [p.documentNo, p.id]))
  await db.updateMany(
    pastPunishment,
    lines.map(({ id, documentNo }) => ({ id, punishmentId: byNo.get(documentNo) ?? null })),
    { bookkeeping: true },
  )
  await passOver(
    db,
    'pattern',
    lines.map(l => l.documentNo),
  )
  await passOver(
    db,
    'liftPattern',
    lines.flatMap(l => l.liftDocumentNo ?? []),
  )
  return made
}
