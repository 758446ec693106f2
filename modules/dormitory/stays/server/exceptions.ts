import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { presenceException } from '../model/presence.ts'

interface Span {
  studentId?: string | null
  classId?: string | null
  from: string
  to: string
}
/** Copies class and department onto the row, for data scope. */
async function fill({ db }: Ctx, draft: Partial<Span> & Record<string, unknown>): Promise<void> {
  if (!draft.studentId && !draft.classId) throw refusalOf(presenceException, 'whom', {}, 'studentId')
  const who = draft.studentId ? (await studentsOf(db, [draft.studentId])).get(draft.studentId) : undefined
  const classes = await db.cached(stuClass)
  if (who && draft.classId && draft.classId !== who.classId)
    throw refusalOf(presenceException, 'otherClass', { name: who.name, className: classes.get(who.classId ?? '')?.name ?? '—' }, 'classId')
  draft.classId = who ? who.classId : (draft.classId ?? null)
  draft.departmentId = who ? who.departmentId : (classes.get(draft.classId ?? '')?.departmentId ?? null)
  mustBeOrdered(draft)
}
function mustBeOrdered({ from, to }: Partial<Span>): void {
  if (from && to && to < from) throw refusalOf(presenceException, 'order', { from, to }, 'to')
}
/** Emits that expected presence of a span's nights must be recomputed. */
export async function tellPresence(db: Db, spans: readonly Span[]): Promise<void> {
  const rows = await db.query<{
    studentId: string
    from: string
    to: string
  }>(sql`select distinct t.id as "studentId", x."from", x."to" from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) x("studentId" uuid, "classId" uuid, "from" text, "to" text)
    join student t on t.tenant_id = ${db.me.tenantId} and t.deleted_at is null and (t.id = x."studentId" or (x."studentId" is null and t.class_id = x."classId"))`)
  await db.emitMany('dormitory.presenceChanged', rows)
}
const records = rules(presenceException, {
  add: fill,
  async update(_ctx, row, patch) {
    mustBeOrdered({ ...row, ...patch })
  },
  added: ({ db }, row) => tellPresence(db, [row]),
  updated: ({ db }, before, after) => tellPresence(db, [before, after]),
  removed: ({ db }, row) => tellPresence(db, [row]),
})
const sheet = importRules(presenceException, {
  fills: ['classId', 'departmentId'],
  async prepare(db, { rows, tenantId }) {
    await db.query(
      sql`update ${rows} s set class_id = coalesce(s.class_id, t.class_id), department_id = t.department_id from student t where t.tenant_id = ${tenantId} and t.id = s.student_id`,
    )
    await db.query(sql`update ${rows} s set department_id = c.department_id from stu_class c where c.tenant_id = ${tenantId} and s.student_id is null and c.id = s.class_id`)
  },
  check: ({ rows, tenantId }) => [
    sql`select s._row as row, 'studentId' as field, 'whom' as rule, '{}'::jsonb as values from ${rows} s where s.student_id is null and s.class_id is null`,
    sql`select s._row as row, 'to' as field, 'order' as rule, jsonb_build_object('from', s."from", 'to', s."to") as values from ${rows} s where s."to" < s."from"`,
    sql`select s._row as row, 'classId' as field, 'otherClass' as rule, jsonb_build_object('name', t.name, 'className', c.name) as values from ${rows} s
      join student t on t.tenant_id = ${tenantId} and t.id = s.student_id left join stu_class c on c.tenant_id = ${tenantId} and c.id = t.class_id where s.class_id is distinct from t.class_id`,
  ],
  async written(db, { rows }) {
    await tellPresence(db, await db.query<Span>(sql`select student_id as "studentId", class_id as "classId", "from"::text, "to"::text from ${rows} s where _new or _changed`))
  },
})
export default [records, sheet]
