import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { handle, rules } from '#server/context.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { clearMass } from '../model/mass-actions.ts'
import { massMove, massMoveLine } from '../model/mass-move.ts'

const fault = (field: string, rule: string, values: Sql, from: Sql): Sql => sql`select s._row as row, ${field}::text as field, ${rule}::text as rule, ${values} as values ${from}`
/** 导入名单: student number and bed; a line for the same student replaces the previous one. The preview reports all violations together. */
const sheets = importRules(massMoveLine, {
  fills: ['ownerId'],
  prepare: async (db, { rows, userId }) => void (await db.query(sql`update ${rows} s set owner_id = ${userId}::uuid where s._new`)),
  check: ({ rows, tenantId, userId }: Stage) => [
    fault(
      'studentId',
      'onOtherList',
      sql`jsonb_build_object('name', t.name, 'owner', u.nick_name)`,
      sql`from ${rows} s join student t on t.tenant_id = ${tenantId} and t.id = s.student_id left join sys_user u on u.tenant_id = ${tenantId} and u.id = s.owner_id where s.owner_id <> ${userId}::uuid`,
    ),
    fault(
      'studentId',
      'planned',
      sql`jsonb_build_object('name', t.name, 'plan', m.name)`,
      sql`from ${rows} s join mass_move_line l on l.tenant_id = ${tenantId} and l.student_id = s.student_id and l.is_open join mass_move m on m.tenant_id = ${tenantId} and m.id = l.mass_move_id
        join student t on t.tenant_id = ${tenantId} and t.id = s.student_id where s.owner_id = ${userId}::uuid`,
    ),
  ],
})
const clear = handle(clearMass, async ({ db, me }) => {
  const gone = await db.removeWhere(massMoveLine, { ownerId: me.userId, isOpen: true, 'massMoveId.isNull': true })
  return { removed: gone.length }
})
export default [
  sheets,
  clear,
  rules(massMoveLine, {
    async remove({ db }, row) {
      if (!row.isOpen) throw refusalOf(massMoveLine, 'executed')
      if (!row.massMoveId) return
      const plan = await db.unscoped(massMove).one(row.massMoveId) // the history of the line itself
      throw refusalOf(massMoveLine, 'planned', { name: (await studentsOf(db, [row.studentId])).get(row.studentId)?.name ?? '—', plan: plan.name })
    },
  }),
]
