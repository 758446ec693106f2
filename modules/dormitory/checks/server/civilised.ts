import sql from 'sql-template-tag'
import type { Row } from '#model'
import { refusalOf } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { application, returnSeatsOf, round, roundQualify, roundQuota, takeSeat } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { dormRoom } from '../../places/model/places.ts'
import { civilisedQualifyActions, civilisedQuotaActions, civilisedRoom, civilisedRound, civilisedRoundActions } from '../model/civilised.ts'
import { civilisedSubject } from '../model/flow.ts'
import { issueQuotas, seatOf } from './room-facts.ts'

export type Round = Row<typeof civilisedRound>
export type Title = Row<typeof civilisedRoom>
type Patch = Partial<Round> & Record<string, unknown>
const MINE = '/dormitory/check/mine?tab=civilised'
const FIXED = ['from', 'to', 'minMean', 'minSingle', 'quotaPercent'] as const

function checkSpan({ from, to }: Pick<Patch, 'from' | 'to'>): void {
  if (from && to && to < from) throw refusalOf(civilisedRound, 'span', { from, to }, 'to')
}
function refuseRunning({ lang }: Ctx, row: Round, patch: Patch): void {
  if (row.state === 'draft') return
  const changed = FIXED.find(key => patch[key] !== undefined && patch[key] !== row[key])
  if (changed)
    throw refusalOf(civilisedRound, 'running', { name: row.name, state: roundPhases.labels[phaseOf(row)], what: translate(lang, civilisedRound.fields[changed].label) }, changed)
}
const records = rules(civilisedRound, {
  async add(_ctx, draft) {
    checkSpan(draft)
  },
  async update(ctx, row, patch) {
    refuseRunning(ctx, row, patch)
    checkSpan({ ...row, ...patch })
  },
})
const counts = compute(civilisedRound, ['appliedCount', 'awardedCount'], async ({ db }, rows) => {
  const found = await db.query<{
    id: string
    applied: number
    awarded: number
  }>(sql`select round_id as id, count(*) filter (where state <> 'withdrawn')::int as applied, count(*) filter (where state = 'awarded')::int as awarded
    from civilised_room where tenant_id = ${db.me.tenantId} and round_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { appliedCount: byId.get(row.id)?.applied ?? 0, awardedCount: byId.get(row.id)?.awarded ?? 0 })
})
/** A title as a kind of application: counsellor, college and office read the same facts. */
const flow = application<typeof civilisedRoom>(civilisedSubject, {
  async describe(db, row) {
    const room = await db.unscoped(dormRoom).one(row.roomId) // the applicant's own row
    const applicantId = (await accountsOf(db, [row.studentId])).get(row.studentId)
    if (!applicantId) throw refusalOf(civilisedRoom, 'noAccount', { name: '' })
    return {
      applicantId,
      studentId: row.studentId,
      title: { text: '{room} 申报文明寝室', values: { room: room.fullName ?? '' } },
      summary: { text: '平均 {mean} 分，最低 {lowest} 分，检查 {checks} 次', values: { mean: row.mean, lowest: row.lowest, checks: row.checks } },
      facts: { roomMean: row.mean },
    }
  },
  link: () => MINE,
  mobileLink: () => MINE,
  onApproved: async ({ db }, row) => void (await takeSeat(db, seatOf(row))),
  onCancelled: ({ db }, row) => returnSeatsOf(db, 'civilisedRoom', [row.id]),
})
export default [
  records,
  counts,
  round(civilisedRound, civilisedRoundActions, {
    processType: 'civilisedRoom',
    audience: 'live',
    link: MINE,
    subject: civilisedSubject,
    published: ({ db }, row) => issueQuotas(db, row),
    copied: async ({ db }, _from, to) => void (await db.update(civilisedRound, to.id, { stage: 'applying', noticeId: null })),
  }),
  ...roundQuota(civilisedRound, civilisedQuotaActions),
  ...roundQualify(civilisedRound, civilisedQualifyActions),
  ...flow,
]
