import sql from 'sql-template-tag'
import type { Row } from '#model'
import { department, gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { clearedAmong } from '#modules/workflow/server/api.ts'
import { handle, type Lang } from '#server/context.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { bedsAt } from '../../dorm/server/api.ts'
import { adjustStates, FILINGS, majorAdjustment } from '../model/adjustment.ts'
import { adjustFigures, consequences } from '../model/application.ts'
import { majorAdjustBatch } from '../model/batch.ts'
import { SOURCE } from './chain.ts'
import { classesFor, isFiled } from './effect.ts'
import { quotaOf } from './places.ts'

/** 30-WM3: what follows for one of them, before it does. */
const sheet = handle(consequences, async ({ db, lang }, { id }) => {
  const row = await db.visible(majorAdjustment).one(id)
  const [batch, person, majors, classes] = [
    await db.unscoped(majorAdjustBatch).one(row.batchId), // of an application in scope
    await db.unscoped(student).one(row.studentId), // as above
    await db.cached(gradeMajor),
    await db.cached(stuClass),
  ]
  const { classes: next, lacking } = row.toGradeMajorId ? await classesFor(db, [row]) : { classes: new Map<string, string>(), lacking: new Set<string>() }
  const [from, to] = [majors.get(row.fromGradeMajorId ?? ''), majors.get(row.toGradeMajorId ?? '')]
  const colleges = await db.cached(department)
  const none = translate(lang, '没有')
  const isDone = row.state === 'effective'
  const place = { studentId: row.studentId, classId: next.get(row.studentId) ?? person.classId, departmentId: to?.departmentId ?? null }
  const [bed] = await bedsAt(db, [row.studentId], isDone ? undefined : [place])
  const lines = [
    { what: '专业', from: from?.name ?? '—', to: to?.name ?? none },
    { what: '学院', from: colleges.get(from?.departmentId ?? '')?.name ?? '—', to: colleges.get(to?.departmentId ?? '')?.name ?? none },
    {
      what: '班级',
      from: classes.get(person.classId ?? '')?.name ?? none,
      to: isDone ? (classes.get(person.classId ?? '')?.name ?? none) : (classes.get(next.get(row.studentId) ?? '')?.name ?? none),
    },
    { what: '学号', from: person.studentNo ?? none, to: person.studentNo ? translate(lang, '不变') : none },
    { what: '学费', from: translate(lang, '原专业的标准'), to: translate(lang, '按新专业的标准重算，多退少补') },
    { what: '床位', from: bed?.bed ?? none, to: bed ? translate(lang, bed.isOut ? '释放，重新选' : '不变') : none },
  ]
  return {
    lines: lines.map(l => ({ ...l, what: translate(lang, l.what) })),
    blocked: blockedBy(lang, batch, row, lacking.size > 0, (await clearedAmong(db, SOURCE, [row.id])).has(row.id)),
  }
})
/** What keeps it from taking effect now. */
function blockedBy(lang: Lang, batch: Row<typeof majorAdjustBatch>, row: Row<typeof majorAdjustment>, isWithoutClass: boolean, isCleared: boolean): string | null {
  if (row.state !== 'placed' && row.state !== 'publicised') return formatWording(lang, { text: adjustStates.labels[row.state] })
  if (!isFiled(batch, row)) return formatWording(lang, { text: '等省级备案：{filing}', values: { filing: { text: FILINGS[row.provincialFiling] } } })
  if (row.state === 'publicised' && !isCleared) return translate(lang, '公示还没有结束，或有异议没有办结')
  return isWithoutClass ? translate(lang, '新专业还没有班级') : null
}
interface Moves {
  id: string
  wanted: number
  into: number
  outOf: number
  chained: number
  lowest: number | null
}
const figures = handle(adjustFigures, async ({ db }, { id }) => {
  const batch = await db.visible(majorAdjustBatch).one(id)
  const [quota, majors] = [await quotaOf(db, id), await db.cached(gradeMajor)]
  const ids = [...new Set([...quota.keys()])]
  const rows =
    await db.query<Moves>(sql`select g.id, count(*) filter (where j.choices->>0 = g.id::text)::int as wanted, count(*) filter (where j.to_grade_major_id = g.id)::int as into,
      count(*) filter (where j.from_grade_major_id = g.id and j.to_grade_major_id is not null)::int as "outOf",
      count(*) filter (where j.to_grade_major_id = g.id and j.pass > 1)::int as chained, min(a.total_score) filter (where j.to_grade_major_id = g.id)::float8 as lowest
    from unnest(${ids}::uuid[]) g(id) left join major_adjustment j on j.tenant_id = ${db.me.tenantId} and j.batch_id = ${id} and j.state not in ('withdrawn', 'cancelled')
    left join admitted_student a on a.tenant_id = j.tenant_id and a.id = j.student_id group by g.id`)
  return {
    ...{ stage: batch.stage, passes: batch.passes },
    majors: rows
      .map(({ id: gradeMajorId, lowest, ...r }) => ({
        ...r,
        gradeMajorId,
        name: majors.get(gradeMajorId)?.name ?? '—',
        quota: batch.simulatedPlaces?.[gradeMajorId] ?? quota.get(gradeMajorId) ?? 0,
        lowest: lowest === null ? null : String(lowest),
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  }
})
export default [sheet, figures]
