import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { application, roundAccounts, roundApproval, task } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { testAttempt, testCandidate } from '../model/attempt.ts'
import { testSubject } from '../model/flow.ts'
import { TEST_MESSAGES } from '../model/messages.ts'
import { testRound, testSchedule } from '../model/schedule.ts'
import { testTask } from '../model/task.ts'
import { mustBePossible, mustHaveMarkers } from './check-schedule.ts'
import { closeRunning } from './close-attempts.ts'
import { settingsOf } from './settings.ts'

export type Schedule = Row<typeof testSchedule>
/** Told to candidates when it was published. */
const FIXED = [
  'kind',
  'paperId',
  'makeupPaperId',
  'minutes',
  'attempts',
  'gapHours',
  'scoring',
  'passScore',
  'showScore',
  'showAnswers',
  'growthCategory',
  'growthHours',
  'isDouble',
] as const
const records = rules(testSchedule, {
  async add({ me }, draft) {
    draft.ownerId = me.userId || null
    draft.teacherId = me.teacherId
  },
  async update(_ctx, row, patch) {
    if (row.state === 'draft') return
    const changed = FIXED.find(name => patch[name] !== undefined && !isDeepStrictEqual(patch[name] ?? null, row[name] ?? null))
    if (changed) throw refusalOf(testSchedule, 'fixedField', { name: row.name, what: { text: testSchedule.fields[changed].label } }, changed)
    if (patch.markerIds !== undefined && row.markerIds?.length) mustHaveMarkers({ ...row, markerIds: patch.markerIds })
  },
})
const counts = compute(testSchedule, ['passedCount'], async ({ db }, rows) => {
  const ids = rows.map(row => row.id)
  const found = await db.query<{ id: string; n: number }>(
    sql`select schedule_id as id, count(*)::int as n from test_candidate where tenant_id = ${db.me.tenantId} and schedule_id = any(${ids}::uuid[]) and is_passed group by 1`,
  )
  for (const row of rows) row.passedCount = found.find(one => one.id === row.id)?.n ?? 0
})
/** A row for each student who is asked. */
async function published({ db }: Pick<Ctx, 'db'>, row: Schedule): Promise<void> {
  const students = sql`(select distinct a.student_id from ${await roundAccounts(db, testSchedule, row)} a where a.student_id is not null) p`
  await db.insertFrom(testCandidate, { scheduleId: row.id, studentId: sql`p.student_id` }, students, { history: false, skipExisting: true })
}
/** A later end gives those their whole time whom the former one cut short (60-OT3). */
async function extended({ db }: Pick<Ctx, 'db'>, { id, minutes, endTime }: Schedule): Promise<void> {
  await db.updateWhere(
    testAttempt,
    { scheduleId: id, state: 'running' },
    {
      deadlineAt: sql`least(t.started_at + make_interval(mins => ${minutes}::int), ${endTime}::timestamptz) + make_interval(secs => (${minutes}::int * t.extra_percent / 100.0 + t.extra_minutes) * 60)`,
    },
    { history: false },
  )
}
/** At the usual end attempts have a deadline of their own; those that an earlier end leaves no time, and all of a cancelled test, end with it. */
async function closed(db: Db, row: Schedule): Promise<void> {
  const beyond = sql`t.deadline_at > ${row.endTime}::timestamptz + make_interval(secs => (${row.minutes}::int * t.extra_percent / 100.0 + t.extra_minutes) * 60)`
  await closeRunning(db, row.state === 'cancelled' ? sql`t.schedule_id = ${row.id}` : sql`t.schedule_id = ${row.id} and ${beyond}`, 'forced')
  await db.updateWhere(testSchedule, { id: row.id, stage: 'sitting' }, { stage: 'marking' }, { history: false })
}
/** Of a round that is going on again. */
async function reopened({ db }: Pick<Ctx, 'db'>, row: Schedule): Promise<void> {
  await db.updateWhere(testSchedule, { id: row.id }, { stage: 'sitting', releasedAt: null }, { history: false })
}
/** The office does not approve what it arranges itself; a college arranges tests of its own students. */
async function spread(db: Db, row: Schedule): Promise<{ people: number; needsOffice: boolean }> {
  const [found] = await db.query<{ people: number; colleges: number }>(sql`select count(*)::int as people, count(distinct s.department_id)::int as colleges
    from ${await roundAccounts(db, testSchedule, row)} a join student s on s.tenant_id = ${db.me.tenantId} and s.id = a.student_id`)
  const isOffice = row.publisher?.reaches.some(r => r.roleCode === 'officer' || r.roleCode === 'system') ?? false
  return { people: found?.people ?? 0, needsOffice: (found?.colleges ?? 0) > 1 && !isOffice }
}
export default [
  records,
  counts,
  ...task(testSchedule, testRound, testTask, {
    processType: 'test',
    audience: 'frozen',
    approval: testSubject,
    check: mustBePossible,
    published,
    extended,
    reopened,
    closed,
    copied: async ({ db, me }, _from, to) =>
      void (await db.update(testSchedule, to.id, { ownerId: me.userId || null, teacherId: me.teacherId, stage: 'sitting', releasedAt: null })),
    answers: { entity: testCandidate, round: 'scheduleId', isAnswered: sql`a.done_at is not null` },
    asks: {
      todo: ({ name }) => ({ text: '完成“{name}”', values: { name } }),
      done: '已完成',
      link: '/test/mine',
      staffLink: '/test/schedules',
      remind: ({ name, endTime }) => ({ event: TEST_MESSAGES.remind, values: { name, endTime: schoolTimeText(endTime) } }),
      remindHours: async db => (await settingsOf(db)).remindHours,
    },
    counts: { passed: sql`count(*) filter (where a.is_passed)::int` },
  }),
  ...application(
    testSubject,
    roundApproval<Schedule>(testSchedule, testRound, {
      link: row => `/test/schedules?id=${row.id}`,
      async describe(db, row) {
        const facts = await spread(db, row)
        return {
          applicantId: row.publisher?.userId ?? '',
          studentId: null,
          title: { text: '考试：{name}（{n} 人）', values: { name: row.name, n: facts.people } },
          facts,
        }
      },
    }),
  ),
].flat()
