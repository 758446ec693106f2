import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { serialNoSql } from '#server/data/serial-no.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { statusChange } from '../model/status-change.ts'
import { takeOffList } from './effect.ts'
import { settle } from './settle.ts'

/** 批量导入: changes that were decided by a document. They hold like those entered by hand, in order of their days. */
export default importRules(statusChange, {
  without: ['proofs', 'reasonText', 'ground'],
  fills: ['changeNo', 'departmentId', 'classId', 'state', 'effectState', 'applyWay'],
  async prepare(db, { rows, tenantId }) {
    await db.query(sql`update ${rows} s set change_no = ${serialNoSql('YD', 'status_change_no_seq')}, state = 'approved', effect_state = 'scheduled', apply_way = 'import',
        department_id = t.department_id, class_id = t.class_id
      from student t where t.tenant_id = ${tenantId} and t.id = s.student_id and s._new`)
  },
  check: stage => faults(stage),
  async written(db, { rows }) {
    const made = await db.query<{ id: string }>(sql`select id from ${rows} s where _new order by effective_date, student_id`)
    for (const { id } of made) await enter(db, id)
  },
})
async function enter(db: Db, id: string): Promise<void> {
  const row = await db.unscoped(statusChange).lock(id) // written by this import
  await takeOffList(db, row)
  await settle({ db, me: db.me, lang: 'zh-cn' }, row)
}
function faults({ rows, tenantId }: Stage): Sql[] {
  const typed = sql`${rows} s join change_type y on y.tenant_id = ${tenantId} and y.id = s.type_id join student t on t.tenant_id = ${tenantId} and t.id = s.student_id`
  const fault = (field: string, rule: string, values: Sql, where: Sql): Sql =>
    sql`select s._row as row, ${field} as field, ${rule} as rule, ${values} as values from ${typed} where s._new and ${where}`
  const since = sql`(select h."from" from class_history h where h.tenant_id = t.tenant_id and h.student_id = t.id and h."to" is null)`
  const open = sql`exists (select 1 from status_change o where o.tenant_id = t.tenant_id and o.student_id = t.id and not o.is_transfer and (o.state in ('pending', 'returned', 'publicised') or o.effect_state = 'scheduled'))`
  return [
    fault('docNo', 'docMissing', sql`jsonb_build_object('name', y.name)`, sql`s.doc_no is null`),
    fault('typeId', 'notOffered', sql`jsonb_build_object('name', y.name)`, sql`y.beginner = 'module'`),
    fault('typeId', 'typeOff', sql`jsonb_build_object('name', y.name)`, sql`not y.is_enabled`),
    fault('until', 'untilMissing', sql`jsonb_build_object('name', y.name)`, sql`y.asks_until and s.until is null`),
    fault('until', 'order', sql`jsonb_build_object('until', s.until, 'on', s.effective_date)`, sql`s.until <= s.effective_date`),
    fault('admissionScore', 'belowLine', sql`jsonb_build_object('score', s.admission_score, 'line', s.line_score)`, sql`y.asks_school and s.admission_score < s.line_score`),
    fault('toClassId', 'classMissing', sql`'{}'::jsonb`, sql`y.placement <> 'none' and s.to_class_id is null`),
    fault('effectiveDate', 'beforeLast', sql`jsonb_build_object('on', s.effective_date, 'since', ${since})`, sql`s.effective_date < ${since}`),
    fault('studentId', 'open', sql`'{}'::jsonb`, open),
  ]
}
