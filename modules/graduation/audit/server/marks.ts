import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentNumbers } from '#modules/student/server/api.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { leavingSides } from '#server/extensions/graduation-items.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { graduationItem, graduationMark } from '../model/item.ts'

async function mustBeOwn({ db }: Ctx, itemId: string): Promise<void> {
  const item = (await db.cached(graduationItem)).get(itemId)
  if (item?.isDeclared) throw refusalOf(graduationMark, 'declared', { name: item.name }, 'itemId')
}
/** A result of a leaving item settles it on the list, or opens it again. */
async function follow(db: Db, itemId: string, studentIds: readonly string[]): Promise<void> {
  const item = (await db.cached(graduationItem)).get(itemId)
  if (item?.use === 'leaving') await leavingSides.of(db)?.look(db, item.code, studentIds)
}
export default [
  rules(graduationMark, {
    add: (ctx, draft) => mustBeOwn(ctx, draft.itemId as string),
    added: ({ db }, row) => follow(db, row.itemId, [row.studentId]),
    updated: ({ db }, _before, row) => follow(db, row.itemId, [row.studentId]),
    removed: ({ db }, row) => follow(db, row.itemId, [row.studentId]),
  }),
  ...studentNumbers(graduationMark),
  /** GR1: results of items the school judges itself, above all the academic result. */
  importRules(graduationMark, {
    check: ({ rows, tenantId }) => [
      sql`select s._row as row, 'itemId' as field, 'declared' as rule, jsonb_build_object('name', i.name) as values
        from ${rows} s join graduation_item i on i.tenant_id = ${tenantId} and i.id = s.item_id where i.is_declared`,
    ],
    async written(db, { rows }) {
      const found = await db.query<{ itemId: string; ids: string[] }>(sql`select item_id as "itemId", array_agg(student_id) as ids from ${rows} s group by 1`)
      for (const { itemId, ids } of found) await follow(db, itemId, ids)
    },
  }),
]
