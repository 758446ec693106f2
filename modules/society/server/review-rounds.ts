import { isDeepStrictEqual } from 'node:util'
import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { round } from '#modules/workflow/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { societyReview } from '../model/review.ts'
import { type ReviewRound, reviewRoundActions, societyReviewRound } from '../model/review-round.ts'
import { ITEMS, sumOf, WHOLE } from '../model/review-scores.ts'
import { LIVE } from '../model/society.ts'

export const PAGE = '/society/review'
/** What everybody was told, and what results are made of. */
const FIXED = ['periodFrom', 'periodTo', 'weights'] as const
function check({ weights, periodFrom = '', periodTo = '' }: Partial<ReviewRound>): void {
  if (periodTo < periodFrom) throw refusalOf(societyReviewRound, 'period', { from: periodFrom, to: periodTo }, 'periodTo')
  const items = (weights ?? []).flatMap(w => w?.item ?? [])
  const twice = items.find((item, n) => items.indexOf(item) < n)
  if (twice) throw refusalOf(societyReviewRound, 'twice', { item: { text: ITEMS[twice] } }, 'weights')
  const sum = sumOf(weights)
  if (sum !== WHOLE) throw refusalOf(societyReviewRound, 'weights', { sum }, 'weights')
}
/** Societies that a round reviews: all that live and had begun by the end of its period. */
const reviewed = (db: Db, { periodTo }: Pick<ReviewRound, 'periodTo'>): Sql =>
  sql`society s where s.tenant_id = ${db.me.tenantId} and s.state = any(${[...LIVE]}::text[]) and s.founded_on <= ${periodTo}::date`
/** Of each society who stands for it: with an account, so that its case has an applicant. */
export const standingFor = (db: Db): Sql =>
  sql`(select distinct on (m.society_id) m.society_id, m.student_id from society_member m join student_account u on u.tenant_id = m.tenant_id and u.student_id = m.student_id
    where m.tenant_id = ${db.me.tenantId} and m.state = 'active'
    order by m.society_id, array_position(array['head', 'deputy', 'treasurer', 'officer', 'member'], m.role), m.joined_on, m.id)`
export default [
  rules(societyReviewRound, {
    async add(_ctx, draft) {
      check(draft)
    },
    async update(_ctx, row, patch) {
      const changed = row.state === 'draft' ? undefined : FIXED.find(name => patch[name] !== undefined && !isDeepStrictEqual(patch[name], row[name]))
      if (changed) throw refusalOf(societyReviewRound, 'frozen', { name: row.name, what: { text: societyReviewRound.fields[changed].label } }, changed)
      check({ ...row, ...patch })
    },
  }),
  ...round(societyReviewRound, reviewRoundActions, {
    processType: 'societyReview',
    audience: 'live',
    link: PAGE,
    /** Heads and deputies report. */
    among: async db => sql`select m.student_id from society_member m where m.tenant_id = ${db.me.tenantId} and m.state = 'active' and m.role in ('head', 'deputy')`,
    async check({ db }, row) {
      check(row)
      const found = await db.query(sql`select 1 from ${reviewed(db, row)} limit 1`)
      if (!found.length) throw refusalOf(societyReviewRound, 'nobody')
    },
    async published({ db }, row) {
      const from = sql`${reviewed(db, row)}`
      const who = sql`(select r.student_id from ${standingFor(db)} r where r.society_id = s.id)`
      await db.insertFrom(societyReview, { roundId: row.id, societyId: sql`s.id`, studentId: who, state: 'open' }, from, { history: false })
    },
    async reopened(_ctx, { name, stage }) {
      if (stage !== 'reporting') throw refusalOf(societyReviewRound, 'counted', { name })
    },
    async closed(db, { id, state }) {
      if (state === 'cancelled') await db.updateWhere(societyReview, { roundId: id, state: 'open' }, { state: 'cancelled' })
    },
    copied: async ({ db }, _from, to) => void (await db.update(societyReviewRound, to.id, { stage: 'reporting' })),
  }),
]
