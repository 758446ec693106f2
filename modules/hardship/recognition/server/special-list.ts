import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { type Db, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { specialList } from '../model/special-list.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
/** The student of an identity number, who has to have the name of the list. */
async function match(db: Db, { idNo = '', name = '', month = '' }: { idNo?: string; name?: string; month?: string }): Promise<string | null> {
  if (!MONTH.test(month)) throw refusalOf(specialList, 'month', { month }, 'month')
  const found = await db.unscoped(student).find({ idNo }) // numbers of the whole school are compared
  if (found && found.name !== name) throw refusalOf(specialList, 'otherName', { student: found.name, name }, 'name')
  return found?.id ?? null
}
export default [
  rules(specialList, {
    async add({ db }, draft) {
      Object.assign(draft, { studentId: await match(db, draft) })
    },
    async update({ db }, row, patch) {
      Object.assign(patch, { studentId: await match(db, { ...row, ...patch }) })
    },
  }),
  importRules(specialList, {
    fills: ['studentId'],
    row: values => (MONTH.test(String(values.month ?? '')) ? [] : [{ field: 'month', rule: 'month', values: { month: String(values.month ?? '') } }]),
    prepare: async (db, { rows }) =>
      void (await db.query(
        sql`update ${rows} x set student_id = s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id_no_hash = x.id_no_hash and s.deleted_at is null`,
      )),
    check: ({ rows, tenantId }) => [
      sql`select x._row as row, 'name' as field, 'otherName' as rule, jsonb_build_object('student', s.name, 'name', x.name) as values
        from ${rows} x join student s on s.tenant_id = ${tenantId} and s.id = x.student_id where s.name <> x.name`,
    ],
  }),
]
