import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { holderOf, holdersOn } from '#modules/campus/server/api.ts'
import { handle } from '#server/context.ts'
import { caseCounts } from '../model/actions.ts'
import { warningCase } from '../model/warning-case.ts'
import { seenBy } from './cards.ts'
import { settingsOf } from './settings.ts'

const COUNTED = ['notice', 'look', 'urgent', 'waiting', 'late'] as const
type OfClass = { departmentId: string | null; classId: string | null } & Record<(typeof COUNTED)[number], number>
/** 60-EW7: by college and counsellor, of what the reader's own sum lists; no student is named. */
export default handle(caseCounts, async ctx => {
  const { db } = ctx
  const { noticeFrom, lookFrom, urgentFrom } = await settingsOf(db)
  const rows =
    await db.query<OfClass>(sql`select c.department_id as "departmentId", c.class_id as "classId", (count(*) filter (where v.score < ${lookFrom}::float8))::int as notice,
      (count(*) filter (where v.score >= ${lookFrom}::float8 and v.score < ${urgentFrom}::float8))::int as look, (count(*) filter (where v.score >= ${urgentFrom}::float8))::int as urgent,
      (count(*) filter (where c.state = 'open'))::int as waiting, (count(*) filter (where c.state = 'open' and c.due_at < now()))::int as late
    from ${db.visibleFor(warningCase, caseCounts.permission).rows()} c ${seenBy(ctx)} where c.state <> 'closed' and v.score >= ${noticeFrom}::float8 group by 1, 2`)
  const [held, departments] = [await holdersOn(db), await db.cached(department)]
  const counsellorOf = ({ classId }: OfClass): string => (classId && holderOf(held, classId, 'fdy')?.teacherId) || ''
  const teachers = await db.unscoped(teacher).all({ id: [...new Set(rows.map(counsellorOf).filter(Boolean))] }) // names of counsellors of the classes counted
  const nameOf = new Map(teachers.map(t => [t.id, t.name]))
  const places = [...Map.groupBy(rows, row => `${row.departmentId} ${counsellorOf(row)}`).values()].flatMap(same => {
    const [first] = same
    if (!first) return []
    const sumOf = (of: (typeof COUNTED)[number]) => same.reduce((sum, row) => sum + row[of], 0)
    return [
      {
        departmentName: departments.get(first.departmentId ?? '')?.name ?? null,
        counsellorName: nameOf.get(counsellorOf(first)) ?? null,
        ...{ notice: sumOf('notice'), look: sumOf('look'), urgent: sumOf('urgent'), waiting: sumOf('waiting'), late: sumOf('late') },
      },
    ]
  })
  return { places: places.toSorted((a, b) => b.late - a.late || b.urgent - a.urgent || b.waiting - a.waiting) }
})
