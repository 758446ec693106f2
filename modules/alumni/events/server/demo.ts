import sql from 'sql-template-tag'
import { uuidv7 } from '#server/base/uuid.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { alumniActivity, alumniDayPass, alumniEnrolment } from '../model/activity.ts'
import { alumniNotice } from '../model/alumni-notice.ts'

const NOTICES = [
  ['校庆返校安排', '校庆当天开放实训楼和图书馆，凭校友卡入校。', -40],
  ['校友卡可以在手机上领取', '登录后在“我的校友卡”里核对信息，就能使用。', -90],
  ['校友就业推荐会报名', '面向在校学生的岗位推荐会，欢迎校友企业参加。', -12],
] as const
const ACTIVITIES = [
  { title: '校友返校日', place: '体育馆', on: 20, capacity: 200, companions: 2, hasPass: true, enrolled: 24 },
  { title: '实训楼参观', place: '实训楼一楼大厅', on: 12, capacity: 10, companions: 0, hasPass: false, enrolled: 14 },
  { title: '秋季校友长跑', place: '田径场', on: -30, capacity: 60, companions: 0, hasPass: false, enrolled: 18 },
] as const
/** A few notices to all alumni, the first on top; activities to come, one of them full with people who wait, and one that is over. */
export const demoEvents = (async db => {
  await db.insertMany(
    alumniNotice,
    NOTICES.map(([title, text, at], n) => ({ title, content: `<p>${text}</p>`, state: 'published' as const, publishAt: moment(at, '09:00'), isPinned: n === 0 })),
    { history: false },
  )
  const people = await db.query<{ id: string; name: string }>(sql`select id, name from alumnus where tenant_id = ${db.me.tenantId} order by code desc limit 24`)
  for (const { on, enrolled, ...plan } of ACTIVITIES) {
    const those = people.slice(0, enrolled)
    const id = uuidv7()
    const taken = Math.min(those.length, plan.capacity)
    const days = { from: moment(on, '09:00'), to: moment(on, '12:00'), enrolTo: moment(on - 2, '18:00') }
    await db.insertMany(alumniActivity, [{ id, ...plan, ...days, content: `<p>${plan.title}，欢迎参加。</p>`, state: 'published' as const, taken, arrivals: those.length }], {
      history: false,
    })
    const isOver = on < 0
    const state = (n: number) => (n >= plan.capacity ? ('waitlist' as const) : isOver ? ('attended' as const) : ('enrolled' as const))
    const rows = those.map(({ id: alumnusId }, n) => ({
      ...{ id: uuidv7(), activityId: id, alumnusId, seq: n + 1, state: state(n), enrolledAt: moment(on - 10, `10:${String(n + 10)}`) },
      checkedAt: isOver ? moment(on, '09:00') : null,
    }))
    await db.insertMany(alumniEnrolment, rows, { history: false })
    if (!plan.hasPass) continue
    const passes = rows.map((row, n) => ({ activityId: id, enrolmentId: row.id, name: those[n]?.name ?? '', people: 1, fromDay: day(on), toDay: day(on) }))
    await db.insertMany(alumniDayPass, passes, { history: false })
  }
}) satisfies Demo
