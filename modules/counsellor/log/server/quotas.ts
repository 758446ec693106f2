import { refusalOf } from '#model'
import { teacher } from '#modules/campus/model/people.ts'
import { today } from '#server/base/today.ts'
import { handle, rules, seed } from '#server/context.ts'
import { collegesOf, onDuty } from '../../file/server/api.ts'
import { workProgress } from '../model/actions.ts'
import { isTalk } from '../model/work-log.ts'
import { FIRST_QUOTAS, type WorkQuota, workQuota } from '../model/work-quota.ts'
import { periodsOf } from './periods.ts'
import { keyOf, loadsOf, studentsReached, timesOf } from './quota-counts.ts'

function check({ kind, coverage }: Partial<Pick<WorkQuota, 'kind' | 'coverage'>>): void {
  if (coverage === 'everyStudent' && !isTalk(kind)) throw refusalOf(workQuota, 'onlyTalks', {}, 'coverage')
}
const progress = handle(workProgress, async ({ db }) => {
  const ids = (await onDuty(db, workProgress.permission)).map(f => f.teacherId)
  const periods = await periodsOf(db)
  const quotas = (await db.unscoped(workQuota).all({}, { sort: ['kind'] })).map(q => ({ ...q, from: periods[q.period].from, until: today() })) // the same for everybody
  const [byStudent, inAll] = [quotas.filter(q => q.coverage === 'everyStudent'), quotas.filter(q => q.coverage === 'none')]
  const counts = [...(await timesOf(db, inAll, ids)), ...(await studentsReached(db, byStudent, ids))]
  const done = new Map(counts.map(c => [keyOf(c.teacherId, c.quotaId), c.n]))
  const [loads, teachers, collegeOf] = [await loadsOf(db, ids), await db.cached(teacher), await collegesOf(db)]
  const rows = quotas.flatMap(({ id, kind, period, coverage, minCount, from }) =>
    ids.map(teacherId => {
      const who = teachers.get(teacherId)
      const key = keyOf(teacherId, id)
      const asked = coverage === 'none' ? minCount : (loads.get(teacherId) ?? 0)
      const got = done.get(key) ?? 0
      return {
        ...{ key, teacherId, name: who?.name ?? '', college: collegeOf(who?.departmentId)?.name ?? null },
        ...{ kind, period, coverage, from, asked, done: got, lacking: Math.max(0, asked - got) },
      }
    }),
  )
  return { rows: rows.sort((a, b) => b.lacking - a.lacking || a.name.localeCompare(b.name)) }
})
export default [
  rules(workQuota, {
    add: async (_ctx, given) => check(given),
    update: async (_ctx, row, patch) => check({ ...row, ...patch }),
  }),
  progress,
  seed('counsellor.quotas', async db => {
    const isSet = await db.unscoped(workQuota).count() // of the school being seeded
    if (!isSet) await db.insertMany(workQuota, [...FIRST_QUOTAS], { skipExisting: true })
  }),
]
