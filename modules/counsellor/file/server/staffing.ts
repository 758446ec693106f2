import sql from 'sql-template-tag'
import { addMonths } from '#model/days.ts'
import { teacherTitle } from '#modules/campus/model/dictionaries.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { fdyRatio } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { staffing, trainingGaps } from '../model/actions.ts'
import { counsellorFile, DUTY_KINDS } from '../model/counsellor-file.ts'
import { type Heads, staffingOf } from '../model/rules.ts'
import { collegesOf } from './files.ts'
import { settingsOf } from './settings.ts'

/** Counsellors of the reader's scope who are on duty today. */
export const onDuty = (db: Db, permission: string) =>
  db
    .visibleFor(counsellorFile, permission)
    .all({ 'onDutyFrom.le': today() })
    .then(rows => rows.filter(r => r.onDutyTo === null || r.onDutyTo > today()))

const AGES = [30, 35, 40, 50] as const
const ageGroup = (age: number): string => {
  const above = AGES.find(limit => age < limit)
  return above === undefined ? `>=${AGES.at(-1)}` : `<${above}`
}
const AGE_LABELS: Readonly<Record<string, string>> = { '<30': '30 岁以下', '<35': '30–34 岁', '<40': '35–39 岁', '<50': '40–49 岁', '>=50': '50 岁以上', '': '没有出生日期' }
function ageOn(born: string, day: string): number {
  return Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)
}
/** Those with most people first, or in the order of `keys` where they have one of their own. */
function counted(of: readonly string[], labelOf: (key: string) => string, keys?: readonly string[]) {
  const groups = [...Map.groupBy(of, k => k)].map(([key, those]) => ({ key, label: labelOf(key), people: those.length }))
  return groups.sort((a, b) => (keys ? keys.indexOf(a.key) - keys.indexOf(b.key) : b.people - a.people || a.label.localeCompare(b.label)))
}

const figures = handle(staffing, async ctx => {
  const { db, lang } = ctx
  const [rows, teachers, collegeOf, { partTimePer }] = [await onDuty(db, staffing.permission), await db.cached(teacher), await collegesOf(db), await settingsOf(db)]
  const ratio = await fdyRatio(ctx)
  const pupils = await db.query<{ id: string; n: number }>(
    sql`select s.department_id as id, count(*)::int as n from ${db.visibleFor(student, staffing.permission).rows()} s where s.has_record group by 1`,
  )
  const places = new Map<string, Heads & { label: string }>()
  const at = (departmentId: string | undefined) => {
    const { id, name } = collegeOf(departmentId) ?? { id: '', name: translate(lang, '其他') }
    const heads = places.get(id) ?? { label: name, students: 0, fullTime: 0, partTime: 0 }
    places.set(id, heads)
    return heads
  }
  for (const { id, n } of pupils) at(id).students += n
  for (const { teacherId, dutyKind } of rows) at(teachers.get(teacherId)?.departmentId)[dutyKind === 'partTime' ? 'partTime' : 'fullTime'] += 1
  const whole: Heads = { students: 0, fullTime: 0, partTime: 0 }
  for (const heads of places.values()) for (const key of ['students', 'fullTime', 'partTime'] as const) whole[key] += heads[key]
  const withFigures = (heads: Heads) => ({ students: heads.students, fullTime: heads.fullTime, partTime: heads.partTime, ...staffingOf(heads, ratio, partTimePer) })
  const titleOf = await labelsOf(db, teacherTitle)
  const none = translate(lang, '没有填写')
  return {
    ...withFigures(whole),
    ratio,
    byCollege: [...places].map(([key, { label, ...heads }]) => ({ key, label, ...withFigures(heads) })).sort((a, b) => b.shortage - a.shortage || a.label.localeCompare(b.label)),
    byAge: counted(
      rows.map(({ teacherId }) => {
        const born = teachers.get(teacherId)?.birthDate
        return born ? ageGroup(ageOn(born, today())) : ''
      }),
      key => translate(lang, AGE_LABELS[key] ?? key),
      Object.keys(AGE_LABELS),
    ),
    byTitle: counted(
      rows.map(r => r.title ?? teachers.get(r.teacherId)?.title ?? ''),
      key => (key ? titleOf(key) : none),
    ),
    byDuty: counted(
      rows.map(r => r.dutyKind),
      key => translate(lang, DUTY_KINDS[key as keyof typeof DUTY_KINDS]),
    ),
  }
})
interface Trained {
  teacherId: string
  hours: number
  higher: string | null
}
/** 50-CW10: hours at school level count in the calendar year of their end; somebody newly on duty has as many years for a higher one as everybody. */
const gaps = handle(trainingGaps, async ({ db }, { year: asked }) => {
  const { trainingHours, trainingYears } = await settingsOf(db)
  const year = asked ?? Number(today().slice(0, 4))
  const lastDay = `${year}-12-31` < today() ? `${year}-12-31` : today()
  const [rows, teachers, collegeOf] = [await onDuty(db, trainingGaps.permission), await db.cached(teacher), await collegesOf(db)]
  const done = await db.query<Trained>(sql`select teacher_id as "teacherId",
      coalesce(sum(hours) filter (where level = 'school' and extract(year from "to") = ${year}::int), 0)::float8 as hours, (max("to") filter (where level <> 'school'))::text as higher
    from fdy_training where tenant_id = ${db.me.tenantId} and "to" <= ${lastDay}::date and teacher_id = any(${rows.map(r => r.teacherId)}::uuid[]) group by 1`)
  const of = new Map(done.map(d => [d.teacherId, d]))
  const since = addMonths(lastDay, -12 * trainingYears)
  return {
    ...{ year, onDuty: rows.length, hours: trainingHours, years: trainingYears },
    gaps: rows
      .map(({ teacherId, dutyKind, onDutyFrom }) => {
        const { hours = 0, higher = null } = of.get(teacherId) ?? {}
        const who = teachers.get(teacherId)
        return {
          ...{ teacherId, name: who?.name ?? '', college: collegeOf(who?.departmentId)?.name ?? null, dutyKind },
          ...{ schoolHours: hours, hoursLacking: Math.max(0, trainingHours - hours), lastHigher: higher, lacksHigher: (higher ?? onDutyFrom) < since },
        }
      })
      .filter(g => g.hoursLacking > 0 || g.lacksHigher)
      .sort((a, b) => Number(b.lacksHigher) - Number(a.lacksHigher) || b.hoursLacking - a.hoursLacking || a.name.localeCompare(b.name)),
  }
})
export default [figures, gaps]
