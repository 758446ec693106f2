import sql from 'sql-template-tag'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { publishRound } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import type { Question } from '../model/question.ts'
import { survey, surveyRound } from '../model/survey.ts'
import { surveyAnswer, surveyTicket, surveyVersion } from '../model/survey-rows.ts'
import { CONTENT, FORM, VOTE } from './demo-questions.ts'

interface Sample {
  name: string
  questions: readonly Question[]
  anonymity: 'named' | 'confidential' | 'anonymous'
  isPublic?: boolean
  kind?: 'form' | 'vote'
  /** Days from today. */
  from: number
  to: number
}
const OPEN: readonly Sample[] = [
  { name: '食堂满意度调查', questions: CONTENT, anonymity: 'anonymous', isPublic: true, from: -3, to: 9 },
  { name: '运动会志愿者报名', questions: FORM, anonymity: 'named', kind: 'form', from: -1, to: 6 },
  { name: '宿舍公共空间改造投票', questions: VOTE, anonymity: 'anonymous', kind: 'vote', from: -2, to: 5 },
]
const SUBJECTS = ['图书馆', '宿舍', '浴室', '校园网', '教务', '医务室', '快递站', '校车', '超市', '操场', '心理中心'] as const
/** Two terms of satisfaction surveys, each in its fortnight. */
const PAST: readonly Sample[] = Array.from({ length: 22 }, (_, n) => ({
  ...{ name: `${SUBJECTS[n % SUBJECTS.length]}满意度（第 ${n < SUBJECTS.length ? 1 : 2} 次）`, questions: CONTENT },
  ...{ anonymity: (['anonymous', 'named', 'confidential'] as const)[n % 3] ?? 'named', from: -330 + n * 14, to: -320 + n * 14 },
}))
/** Surveys of a year: three open ones, one being designed, and those that have ended, most of them anonymous; the demo student's own answers are still open. */
export default (async (db, { students }) => {
  const officer = await demoAccount(db, 'officer')
  if (!officer || !(await demoPupils(db)).length) return
  for (const sample of OPEN) {
    const id = await made(db, sample, officer.id, officer.departmentId)
    await publishRound({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' }, survey, surveyRound, id, true)
    await answered(db, id, sample, 40)
  }
  await made(db, { name: '社团活动时间调查', questions: CONTENT, anonymity: 'named', from: 3, to: 12 }, officer.id, officer.departmentId)
  const asked = sized(students, 1800, 90)
  for (const sample of PAST) {
    const id = await made(db, sample, officer.id, officer.departmentId)
    await db.updateWhere(survey, { id }, { state: 'closed', publishedAt: moment(sample.from, '08:00'), audienceCount: asked }, { history: false })
    const people = sql`(select u.user_id, u.student_id from student_account u where u.tenant_id = ${db.me.tenantId} order by md5(u.user_id::text || ${id}) limit ${asked})`
    await db.query(
      sql`insert into round_member (tenant_id, round_id, user_id, student_id) select ${db.me.tenantId}, ${id}::uuid, p.user_id, p.student_id from ${people} p on conflict do nothing`,
    )
    await db.insertFrom(surveyTicket, { surveyId: id, respondentType: 'user', respondentId: sql`p.user_id::text`, studentId: sql`p.student_id` }, sql`${people} p`, {
      history: false,
    })
    await answered(db, id, sample, 78)
  }
}) satisfies Demo

async function made(db: Db, { name, questions, anonymity, isPublic = false, kind = 'form', from, to }: Sample, ownerId: string, ownerDepartmentId: string | null): Promise<string> {
  const asksPhone = questions.some(q => q.type === 'phone')
  const { id } = await db.insert(survey, {
    ...{ processType: 'survey', name, isPublic, kind: questions === CONTENT ? 'survey' : kind, anonymity, audience: { roles: ['student'] }, ownerId, ownerDepartmentId },
    ...{ beginTime: moment(from, '08:00'), endTime: moment(to, '22:00'), intro: '<p>占用你两三分钟，结果会告诉大家。</p>', thanks: '<p>谢谢！</p>' },
    ...{ resultsFor: kind === 'vote' ? 'public' : 'answered', strata: anonymity === 'anonymous' ? ['college', 'grade'] : null, keptStrata: { by: [], combinations: [] } },
    ...(anonymity === 'confidential' ? { analystIds: [ownerId] } : {}),
    ...(asksPhone ? { purposeText: '安排岗位时联系', deleteAfter: day(to + 60) } : {}),
  })
  await db.insert(surveyVersion, { surveyId: id, no: 1, questions: [...questions] })
  return id
}
/** So many percent of the tickets are used, with answers that lean to the first options. The demo student's own is left. */
async function answered(db: Db, id: string, { questions, anonymity, from, to }: Sample, percent: number): Promise<void> {
  const draw = (key: string, of: number) => sql`(('x' || substr(md5(t.respondent_id || ${key} || ${id}), 1, 6))::bit(24)::int % ${of}::int)`
  const option = (key: string, n: number) => sql`'o' || (1 + least(${draw(key, n)}, ${draw(`${key}b`, n)}))`
  const isContent = questions === CONTENT
  const content = sql`jsonb_strip_nulls(jsonb_build_object('q1', ${option('q1', 4)}, 'q2', case when ${option('q1', 4)} = 'o4' then ${option('q2', 4)} end,
    'grid', jsonb_build_object('r1', 5 - ${draw('r1', 3)}, 'r2', 5 - ${draw('r2', 4)}, 'r3', 5 - ${draw('r3', 5)}), 'nps', 10 - least(${draw('n', 11)}, ${draw('n2', 11)}),
    'more', case ${draw('m', 9)} when 0 then '希望排队快一点' when 1 then '晚上能不能晚点关门' when 2 then '整体不错' end))`
  const form = sql`jsonb_strip_nulls(jsonb_build_object('who', k.name, 'q1', ${option('q1', 2)}, 'q2', case when ${option('q1', 2)} = 'o2' then ${option('q2', 3)} end,
    'q3', case when ${option('q1', 2)} = 'o1' then jsonb_build_array(${option('q3', 4)}) end, 'tel', s.phone))`
  const answers = isContent ? content : questions === FORM ? form : sql`jsonb_build_object('q1', ${option('q1', 3)})`
  const span = Math.max(1, Math.min(0, to) - from)
  await db.updateWhere(
    surveyTicket,
    sql`t.survey_id = ${id} and ${draw('used', 100)} < ${percent}::int and t.respondent_id not in (select u.id::text from sys_user u where u.tenant_id = t.tenant_id and u.user_name = 'student')`,
    { usedOn: sql`${day(from)}::date + ${draw('day', span)}` },
    { bookkeeping: true },
  )
  const seconds = sql`40 + ${draw('s', 120)}`
  const given = sql`survey_ticket t left join student s on s.tenant_id = t.tenant_id and s.id = t.student_id left join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id
    where t.tenant_id = ${db.me.tenantId} and t.survey_id = ${id} and t.used_on is not null`
  if (anonymity === 'anonymous')
    await db.query(sql`insert into survey_anonymous_answer (tenant_id, survey_id, version_no, answers, channel, flags)
      select t.tenant_id, t.survey_id, 1, ${answers}, 'web', '[]'::jsonb from ${given} order by random()`)
  else
    await db.insertFrom(
      surveyAnswer,
      {
        ...{ surveyId: id, versionNo: 1, respondentType: 'user', respondentId: sql`t.respondent_id`, studentId: sql`t.student_id`, answers, seconds, channel: 'web', flags: [] },
        submittedAt: sql`t.used_on + time '12:00' at time zone 'Asia/Shanghai'`,
      },
      given,
      { history: false },
    )
}
