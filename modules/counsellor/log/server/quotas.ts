import { refusalOf } from '#model'
import { teacher } from '#modules/campus/model/people.ts'
import { today } from '#server/base/today.ts'
import { handle, rules, seed } from '#server/context.ts'
import { collegesOf, onDuty } from '../../file/server/api.ts'
import { workProgress } from '../model/actions.ts'
import { isTalk } from '../model/work-log.ts'
import { COVERAGES, FIRST_QUOTAS, OF_STUDENTS, type WorkQuota, workQuota } from '../model/work-quota.ts'
import { periodsOf } from './periods.ts'
import { keyOf, progressOf } from './quota-counts.ts'

function check({ kind, coverage }: Partial<Pick<WorkQuota, 'kind' | 'coverage'>>): void {
  if (coverage && OF_STUDENTS.includes(coverage) && !isTalk(kind)) throw refusalOf(workQuota, 'onlyTalks', { coverage: { text: COVERAGES[coverage] } }, 'coverage')
  if (coverage === 'everyRoom' && kind !== 'roomVisit') throw refusalOf(workQuota, 'onlyVisits', {}, 'coverage')
}
const shown = handle(workProgress, async ({ db }) => {
  const ids = (await onDuty(db, workProgress.permission)).map(f => f.teacherId)
  const periods = await periodsOf(db)
  const quotas = (await db.unscoped(workQuota).all({}, { sort: ['kind'] })).map(q => ({ ...q, from: periods[q.period].from, until: today() })) // the same for everybody
  const progress = await progressOf(db, quotas, ids)
  const [teachers, collegeOf] = [await db.cached(teacher), await collegesOf(db)]
  const rows = quotas.flatMap(quota =>
    ids.map(teacherId => {
      const { id, kind, period, coverage, from } = quota
      const who = teachers.get(teacherId)
      const { asked, done } = progress(teacherId, quota)
      return {
        ...{ key: keyOf(teacherId, id), teacherId, name: who?.name ?? '', college: collegeOf(who?.departmentId)?.name ?? null },
        ...{ kind, period, coverage, from, asked, done, lacking: Math.max(0, asked - done) },
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
  shown,
  seed('counsellor.quotas', async db => {
    const isSet = await db.unscoped(workQuota).count() // of the school being seeded
    if (!isSet) await db.insertMany(workQuota, [...FIRST_QUOTAS], { skipExisting: true })
  }),
]
