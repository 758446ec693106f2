import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { roundAccounts, task } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { rules } from '#server/context.ts'
import { orgAppointment } from '../model/appointment.ts'
import { evalStages, type OrgEvaluation, orgEvalResult, orgEvalRound, orgEvalTask, orgEvalTurnout, orgEvaluation, WHOLE } from '../model/evaluation.ts'
import { ORG_MESSAGES } from '../model/messages.ts'
import { studentOrg } from '../model/org.ts'
import { standsFor } from './place.ts'
import { settingsOf } from './settings.ts'

/** What was said of each post: no person and no moment (60-OG8). */
const ANSWER = { table: 'org_eval_answer', columns: ['evaluation_id', 'result_id', 'is_colleague', 'mark'], round: 'evaluation_id', title: '打乱任职评议' } as const
const FIXED = ['students', 'guides', 'colleagues', 'excellentPercent'] as const
function mustBeWhole({ students = 0, guides = 0, colleagues = 0 }: Partial<OrgEvaluation>): void {
  const sum = students + guides + colleagues
  if (sum !== WHOLE) throw refusalOf(orgEvaluation, 'weights', { sum }, 'guides')
}
const records = rules(orgEvaluation, {
  async add({ db }, draft) {
    mustBeWhole(draft)
    await db.visibleFor(studentOrg, 'studentOrg:orgEvaluation:add').one(draft.orgId ?? '')
  },
  async update(_ctx, row, patch) {
    if (row.state !== 'draft' && FIXED.some(name => patch[name] !== undefined && patch[name] !== row[name])) throw refusalOf(orgEvaluation, 'frozen', { name: row.name })
    mustBeWhole({ ...row, ...patch })
  },
})
/** Posts that somebody holds today. */
const inOffice = (db: Db, orgId: string): Sql =>
  sql`(select a.id, a.org_id, a.post_id, a.student_id from org_appointment a where a.tenant_id = ${db.me.tenantId} and a.org_id = ${orgId}::uuid and a.state = 'active')`
/** Those whom the organisation stands for, and who hold its posts; of a post held alone the holder has nobody to judge. */
const asked = async (db: Db, { orgId }: Pick<OrgEvaluation, 'orgId'>): Promise<Sql> => {
  const org = await db.unscoped(studentOrg).one(orgId) // of a round the caller runs
  return sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and ((${standsFor(org)}) or s.id in (select h.student_id from ${inOffice(db, orgId)} h))
    and exists (select from ${inOffice(db, orgId)} h where h.student_id <> s.id)`
}
export default [
  records,
  ...task<typeof orgEvaluation, Record<never, never>, Record<never, never>>(orgEvaluation, orgEvalRound, orgEvalTask, {
    processType: 'orgEvaluation',
    audience: 'frozen',
    among: asked,
    async check({ db }, row) {
      mustBeWhole(row)
      const org = await db.unscoped(studentOrg).one(row.orgId) // of a round that the publisher reaches
      if (!(await db.unscoped(orgAppointment).count({ orgId: row.orgId, state: 'active' }))) throw refusalOf(orgEvaluation, 'nobody', { org: org.name }, 'orgId') // counted only
    },
    async published({ db }, row) {
      await db.insertFrom(
        orgEvalResult,
        { evaluationId: row.id, orgId: sql`h.org_id`, appointmentId: sql`h.id`, postId: sql`h.post_id`, studentId: sql`h.student_id` },
        sql`${inOffice(db, row.orgId)} h`,
        { history: false },
      )
      await db.insertFrom(
        orgEvalTurnout,
        { evaluationId: row.id, studentId: sql`x.student_id`, isColleague: sql`exists (select from ${inOffice(db, row.orgId)} h where h.student_id = x.student_id)` },
        sql`(select distinct a.student_id from ${await roundAccounts(db, orgEvaluation, row)} a) x`,
        { history: false },
      )
    },
    // with two counts of the same round its last answers could be subtracted out
    async reopened(_ctx, { name, stage }) {
      if (stage !== 'judging') throw refusalOf(orgEvaluation, 'settled', { name, stage: { text: evalStages.labels[stage] } })
    },
    async closed(_db, { name, state, stage }) {
      if (state === 'cancelled' && stage !== 'judging') throw refusalOf(orgEvaluation, 'settled', { name, stage: { text: evalStages.labels[stage] } })
    },
    anonymous: ANSWER,
    answers: { entity: orgEvalTurnout, round: 'evaluationId', isAnswered: sql`a.used_on is not null` },
    asks: {
      todo: ({ name }) => ({ text: '评议任职的同学：{name}', values: { name } }),
      done: '已评议',
      link: '/studentOrg/judge',
      staffLink: '/studentOrg/evaluations',
      remind: row => ({ event: ORG_MESSAGES.judge, values: { name: row.name, endTime: schoolTimeText(row.endTime) } }),
      remindHours: async db => (await settingsOf(db)).judgeRemindHours,
      isAnonymous: () => true,
    },
  }),
]
