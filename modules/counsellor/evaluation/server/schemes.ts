import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { percentOf } from '#model/percent.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { roundAccounts, task } from '#modules/workflow/server/api.ts'
import { compute, rules } from '#server/context.ts'
import { EVAL_MESSAGES } from '../model/messages.ts'
import { type EvalScheme, evalRound, evalStages, fdyEvalScheme, PARTS, sumOf, WHOLE } from '../model/scheme.ts'
import { evalTask, fdyEvalTurnout } from '../model/turnout.ts'
import { EVAL_ANSWER } from './anonymous-answer.ts'
import { openResults } from './open-results.ts'
import { servedBy } from './served.ts'
import { settingsOf } from './settings.ts'

/** Promised to whoever answers, and what results are made of. */
const FIXED = ['periodFrom', 'periodTo', 'parts', 'indicators', 'minResponses', 'trimPercent', 'excellentPercent', 'serviceMonths'] as const
const repeated = <T>(all: readonly T[]): T | undefined => all.find((one, n) => all.indexOf(one) < n)
function check({ parts, indicators, periodFrom = '', periodTo = '' }: Partial<EvalScheme>): void {
  if (periodTo < periodFrom) throw refusalOf(fdyEvalScheme, 'period', { from: periodFrom, to: periodTo }, 'periodTo')
  const twice = repeated((parts ?? []).flatMap(p => p?.kind ?? []))
  if (twice) throw refusalOf(fdyEvalScheme, 'twice', { part: { text: PARTS[twice] } }, 'parts')
  const sum = sumOf(parts)
  if (sum !== WHOLE) throw refusalOf(fdyEvalScheme, 'weights', { sum }, 'parts')
  const same = repeated((indicators ?? []).map(i => i?.trim() ?? ''))
  if (same !== undefined) throw refusalOf(fdyEvalScheme, 'sameIndicator', { name: same }, 'indicators')
}
const records = rules(fdyEvalScheme, {
  async add(_ctx, draft) {
    check(draft)
  },
  async update(_ctx, row, patch) {
    const changed = row.state === 'draft' ? undefined : FIXED.find(name => patch[name] !== undefined && !isDeepStrictEqual(patch[name] ?? null, row[name] ?? null))
    if (changed) throw refusalOf(fdyEvalScheme, 'frozen', { name: row.name, what: { text: fdyEvalScheme.fields[changed].label } }, changed)
    check({ ...row, ...patch })
  },
})
interface Counted {
  id: string
  asked: number
  answered: number
}
const turnout = compute(fdyEvalScheme, ['turnout'], async ({ db }, rows) => {
  const counts = await db.query<Counted>(sql`select scheme_id as id, count(*)::int as asked, count(used_on)::int as answered from fdy_eval_turnout
    where tenant_id = ${db.me.tenantId} and scheme_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const of = new Map(counts.map(c => [c.id, c]))
  for (const row of rows) {
    const { asked = 0, answered = 0 } = of.get(row.id) ?? {}
    Object.assign(row, { turnout: percentOf(answered, asked) ?? null })
  }
})
export default [
  records,
  turnout,
  ...task<typeof fdyEvalScheme, Record<never, never>, Record<never, never>>(fdyEvalScheme, evalRound, evalTask, {
    processType: 'fdyEval',
    audience: 'frozen',
    among: async (db, row) => sql`select x.student_id from ${servedBy(db, row)} x`,
    async check({ db }, row) {
      check(row)
      const served = await db.query(sql`select 1 from ${servedBy(db, row)} x limit 1`)
      if (!served.length) throw refusalOf(fdyEvalScheme, 'nobodyServed', { months: row.serviceMonths }, 'serviceMonths')
    },
    async published({ db }, row) {
      await db.insertFrom(
        fdyEvalTurnout,
        { schemeId: row.id, studentId: sql`x.student_id`, teacherId: sql`x.teacher_id` },
        sql`${servedBy(db, row)} x where x.student_id in (select a.student_id from ${await roundAccounts(db, fdyEvalScheme, row)} a)`,
        { history: false },
      )
      await openResults(db, row)
    },
    // with two counts of the same round its last answers could be subtracted out
    async reopened(_ctx, { name, stage }) {
      if (stage !== 'scoring') throw refusalOf(fdyEvalScheme, 'counted', { name })
    },
    async closed(_db, { name, state, stage }) {
      if (state === 'cancelled' && stage !== 'scoring') throw refusalOf(fdyEvalScheme, 'shown', { name, stage: { text: evalStages.labels[stage] } })
    },
    anonymous: EVAL_ANSWER,
    answers: { entity: fdyEvalTurnout, round: 'schemeId', isAnswered: sql`a.used_on is not null` },
    asks: {
      todo: ({ name }) => ({ text: '评价你的辅导员：{name}', values: { name } }),
      done: '已评价',
      link: '/counsellor/rate',
      staffLink: '/counsellor/evaluations',
      remind: row => ({ event: EVAL_MESSAGES.remind, values: { name: row.name, endTime: schoolTimeText(row.endTime) } }),
      remindHours: async db => (await settingsOf(db)).evalRemindHours,
      isAnonymous: () => true,
    },
  }),
]
