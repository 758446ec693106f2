import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentNumbers } from '#modules/student/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { checkRow } from '#server/spreadsheets/check-row.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { checkManual, growthManual, returnManual } from '../model/manual.ts'
import { postGrowth } from './post.ts'

/** The page and the sheet have the same rules. */
const faults = (rows: Sql): Sql[] => [
  sql`select s._row as row, 'bizDate' as field, 'future' as rule, jsonb_build_object('day', s.biz_date) as values from ${rows} s where s.biz_date > ${today()}::date`,
  sql`select s._row as row, 'bizDate' as field, 'noTerm' as rule, jsonb_build_object('day', s.biz_date) as values
    from ${rows} s where not exists (select from term t where t.tenant_id = s.tenant_id and t.start_date <= s.biz_date)`,
  sql`select s._row as row, 'hours' as field, 'nothing' as rule, '{}'::jsonb as values
    from ${rows} s where coalesce(s.hours, 0) + coalesce(s.points, 0) + coalesce(s.labour_hours, 0) = 0`,
]
/** Whoever may check has it among their to-dos as long as something waits. */
async function keepChecking(db: Db): Promise<void> {
  const waiting = await db.unscoped(growthManual).count({ state: 'pending' }) // counted for the to-do of all who check
  const people = waiting ? await accountsWith(db, checkManual.permission) : []
  await keepTask(db, { bizType: 'growthManualCheck' }, people, { title: '成长台账有补录待复核', link: '/growth/manual?view=pending' }, '已复核')
}
export default [
  ...studentNumbers(growthManual),
  rules(growthManual, {
    async add({ db, me }, draft) {
      await checkRow(db, growthManual, draft, faults)
      Object.assign(draft, { makerId: me.userId, state: 'pending' })
    },
    /** Whoever changes it makes it, and it is checked again. */
    async update({ db, me }, row, patch) {
      await checkRow(db, growthManual, { ...row, ...patch }, faults)
      Object.assign(patch, { makerId: me.userId, state: 'pending', remark: null, checkerId: null })
    },
    added: ({ db }) => keepChecking(db),
    updated: ({ db }) => keepChecking(db),
    removed: ({ db }) => keepChecking(db),
  }),
  importRules(growthManual, {
    fills: ['makerId', 'state', 'remark', 'checkerId'],
    check: ({ rows }) => [
      sql`select s._row as row, 'title' as field, 'closed' as rule, jsonb_build_object('title', s.title) as values from ${rows} s where s.state = 'posted' and s._changed`,
      ...faults(rows),
    ],
    async prepare(db, { rows, userId }) {
      await db.query(sql`update ${rows} s set maker_id = ${userId}::uuid, state = 'pending', remark = null, checker_id = null where s.state is distinct from 'posted'`)
    },
    written: db => keepChecking(db),
  }),
  /** 60-GL1: by somebody else than the maker, all of them or none. */
  handle(checkManual, async ({ db, me }, { ids }) => {
    const rows = await db.visible(growthManual).lockAll(
      ids.flatMap(id => id ?? []),
      'check',
    )
    const own = rows.find(r => r.makerId === me.userId)
    if (own) throw refusalOf(growthManual, 'samePerson', { title: own.title })
    await db.updateWhere(growthManual, { id: rows.map(r => r.id) }, { state: 'posted', checkerId: me.userId })
    await postGrowth(
      db,
      rows.map(({ id, studentId, category, title, hours, points, labourHours, bizDate, reason, makerId }) => ({
        ...{ studentId, category, title, hours, points, labourHours, bizDate, reason, makerId },
        ...{ sourceType: growthManual.name, sourceId: id, confirmerId: me.userId },
      })),
    )
    await keepChecking(db)
  }),
  handle(returnManual, async ({ db, me }, { id, remark }) => {
    const row = await db.visible(growthManual).lock(id, 'giveBack')
    if (row.makerId === me.userId) throw refusalOf(growthManual, 'samePerson', { title: row.title })
    await db.update(growthManual, id, { state: 'returned', remark, checkerId: me.userId })
    await keepChecking(db)
  }),
]
