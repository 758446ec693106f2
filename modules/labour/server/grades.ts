import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { studentNumbers, withStudents } from '#modules/student/server/api.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { judgeGrades, labourGrade, remindGaps } from '../model/grade.ts'
import { GAP_MESSAGES } from '../model/messages.ts'
import { labourPlan } from '../model/plan.ts'
import { gradeOf, PASS } from '../model/rules.ts'
import { MINE } from './about.ts'
import { type Plan, planFor } from './plans.ts'
import { progressOf } from './progress.ts'

type Grade = Row<typeof labourGrade>
interface Progress {
  studentId: string
  departmentId: string | null
  majorId: string | null
  classId: string | null
  courseGap: number
  dailyGap: number
  productionGap: number
  serviceGap: number
  weeksGap: number
  score: number | null
  before: Pick<Grade, 'score' | 'isGiven' | 'credit'> | null
}
const all = (db: Db) => db.unscoped(student).rows()
/** 50-LB8: credit needs the course hours, each category, the labour weeks, and at least a pass. Writes how everybody of a plan stands; tells of credit that is new. */
export async function judge(db: Db, plan: Plan, students = all(db)): Promise<{ people: number; met: number }> {
  const chosen = sql`select t.id from ${students} t where t.level = ${plan.educationLevel} and t.grade = ${plan.grade} and t.has_record`
  const rows =
    await db.query<Progress>(sql`select x.id as "studentId", x.department_id as "departmentId", x.major_id as "majorId", x.class_id as "classId", x.course_gap::float8 as "courseGap",
      x.daily_gap::float8 as "dailyGap", x.production_gap::float8 as "productionGap", x.service_gap::float8 as "serviceGap", x.weeks_gap as "weeksGap", x.score::float8 as score,
      case when g.id is not null then json_build_object('score', g.score, 'isGiven', g.is_given, 'credit', g.credit) end as before
    from (${progressOf(db, chosen)}) x left join labour_grade g on g.tenant_id = ${db.me.tenantId} and g.student_id = x.id and g.plan_id = x.plan_id`)
  const drafts = rows.map(({ before, score: earned, ...row }) => {
    const score = before?.isGiven ? before.score : earned
    const isDone = !row.courseGap && !row.dailyGap && !row.productionGap && !row.serviceGap && !row.weeksGap
    const isMet = isDone && score !== null && score >= PASS
    return { ...row, planId: plan.id, score, isGiven: before?.isGiven ?? false, grade: score === null ? null : gradeOf(score), isMet, credit: isMet ? plan.credit : 0 }
  })
  if (drafts.length) await db.upsert(labourGrade, ['studentId', 'planId'], drafts, { history: false })
  const fresh = rows.flatMap(({ studentId, before }, n) => (drafts[n]?.isMet && !before?.credit ? [{ studentId, planId: plan.id, credit: plan.credit }] : []))
  await db.emitMany('labour.gradeFinal', fresh)
  return { people: drafts.length, met: drafts.filter(d => d.isMet).length }
}
/** What somebody lacks, as the message says it. */
const lackOf = ({ courseGap, dailyGap, productionGap, serviceGap, weeksGap }: Grade) =>
  Object.fromEntries(
    Object.entries({ course: courseGap, daily: dailyGap, production: productionGap, service: serviceGap, weeks: weeksGap }).map(([name, n]) => [name, String(n ?? 0)]),
  )
const remind = handle(remindGaps, async ({ db }, { planId }) => {
  const rows = (await db.visibleFor(labourGrade, remindGaps.permission).all({ planId, isMet: false })).filter(r => Object.values(lackOf(r)).some(n => n !== '0'))
  const told = (await withStudents(db, rows)).flatMap(({ row, who }) =>
    who.userId ? [{ to: [who.userId], values: lackOf(row), bizType: labourGrade.name, bizId: row.id, link: MINE, mobileLink: MINE }] : [],
  )
  await notifyEach(db, GAP_MESSAGES.termGap, told)
  return { people: told.length }
})
/** A score belongs to the requirement of the student, and stays when the assessment is repeated. */
async function mustFit(db: Db, { studentId, planId }: Partial<Grade>): Promise<void> {
  const who = await db.unscoped(student).one(studentId ?? '') // the record verb has checked the scope
  const plan = await planFor(db, who)
  if (plan?.id !== planId) throw refusalOf(labourGrade, 'otherPlan', { name: who.name, level: plan?.educationLevel ?? '—', grade: who.grade ?? '—' }, 'planId')
}
const byHand = (draft: Partial<Grade>) => {
  if (draft.score === undefined) return
  Object.assign(draft, { isGiven: draft.score !== null, grade: draft.score === null ? null : gradeOf(draft.score) })
}
export default [
  handle(judgeGrades, async ({ db }, { planId }) => judge(db, await db.unscoped(labourPlan).one(planId), db.visibleFor(student, judgeGrades.permission).rows())), // a requirement of the school
  remind,
  rules(labourGrade, {
    async add({ db }, draft) {
      await mustFit(db, draft)
      byHand(draft)
    },
    update: async (_ctx, _row, patch) => byHand(patch),
  }),
  ...studentNumbers(labourGrade),
  scheduledJob('labour.grades', '劳动达标核算', '30 2 * * *', async db => {
    let n = 0
    for (const plan of (await db.cached(labourPlan)).values()) n += (await judge(db, plan)).people
    return n
  }),
]
