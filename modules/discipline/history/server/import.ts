import sql, { type Sql } from 'sql-template-tag'
import { ENDED } from '#modules/student/model/status.ts'
import { isOnDay, studentNumbers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { LEVELS } from '../../cases/model/levels.ts'
import { pastPunishment } from '../model/past-punishment.ts'
import { carryOn } from './carry-on.ts'

/** 历史处分导入: each line is carried on as a case of one party, so that what is in force bars and can be lifted like any other. */
export default [
  importRules(pastPunishment, {
    check: stage => faults(stage),
    async written(db, { rows }) {
      const made = await carryOn(db, sql`${rows} s`, sql`s._new`)
      await tell(db, made)
    },
  }),
  ...studentNumbers(pastPunishment),
]
/** Others hear of what stands. An expulsion is not told: the student's record has had it. */
async function tell(db: Db, made: Awaited<ReturnType<typeof carryOn>>): Promise<void> {
  const payloads = made.flatMap(({ id, studentId, decidedLevel: level, periodStart: from, periodEnd: to, state }) =>
    state === 'executed' ? [] : [{ punishmentId: id, studentId, level, from, to }],
  )
  await db.emitMany('discipline.effective', payloads)
}
const rank = (level: Sql): Sql => sql`array_position(${Object.keys(LEVELS)}::text[], ${level})`
const word = (level: Sql): Sql => sql`jsonb_build_object('text', ${JSON.stringify(LEVELS)}::jsonb ->> ${level})`
function faults({ rows, tenantId }: Stage): Sql[] {
  const fault = (field: string, rule: string, values: Sql, where: Sql): Sql =>
    sql`select s._row as row, ${field} as field, ${rule} as rule, ${values} as values from ${rows} s join student t on t.tenant_id = ${tenantId} and t.id = s.student_id
      left join violation_rule r on r.tenant_id = ${tenantId} and r.id = s.rule_id where ${where}`
  const isNew = (where: Sql): Sql => sql`s._new and ${where}`
  const isEnrolled = sql`exists (select from class_history h where h.tenant_id = ${tenantId} and h.student_id = s.student_id
    and ${isOnDay(sql`s.occurred_on`)} and h.status <> all(${[...ENDED]}::text[]))`
  const isOutside = sql`(${rank(sql`s.level`)} < ${rank(sql`r.min_level`)} or ${rank(sql`s.level`)} > ${rank(sql`r.max_level`)})`
  const last = sql`greatest(s.decided_on, s.served_on, s.lifted_on)`
  return [
    fault('documentNo', 'imported', sql`jsonb_build_object('no', s.document_no)`, sql`not s._new and s._changed`),
    fault(
      'documentNo',
      'taken',
      sql`jsonb_build_object('no', s.document_no)`,
      isNew(sql`exists (select from punishment p where p.tenant_id = ${tenantId} and p.document_no = s.document_no)`),
    ),
    fault('occurredOn', 'notEnrolled', sql`jsonb_build_object('name', t.name, 'on', s.occurred_on)`, isNew(sql`not ${isEnrolled}`)),
    fault(
      'levelReason',
      'range',
      sql`jsonb_build_object('level', ${word(sql`s.level`)}, 'min', ${word(sql`r.min_level`)}, 'max', ${word(sql`r.max_level`)})`,
      isNew(sql`coalesce(s.level_reason, '') = '' and ${isOutside}`),
    ),
    fault('decidedOn', 'decidedEarly', sql`jsonb_build_object('on', s.decided_on, 'occurred', s.occurred_on)`, isNew(sql`s.decided_on < s.occurred_on`)),
    fault('servedOn', 'servedEarly', sql`jsonb_build_object('on', s.served_on, 'decided', s.decided_on)`, isNew(sql`s.served_on < s.decided_on`)),
    fault('liftedOn', 'liftedEarly', sql`jsonb_build_object('on', s.lifted_on, 'served', s.served_on)`, isNew(sql`s.lifted_on < s.served_on`)),
    fault('liftedOn', 'noLift', sql`'{}'::jsonb`, isNew(sql`s.level = 'expulsion' and s.lifted_on is not null`)),
    fault('decidedOn', 'future', sql`jsonb_build_object('on', ${last})`, isNew(sql`${last} > ${today()}::date`)),
  ]
}
