import sql from 'sql-template-tag'
import { REVERSAL } from '#model/ledger.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { tsItem } from '../model/item.ts'
import { pointAccount, pointEntry } from '../model/ledger.ts'
import { myPoints } from '../model/my-points.ts'
import { balanceOf, pointsOf } from '../model/rules.ts'
import { tsCategory, tsScheme } from '../model/scheme.ts'
import { inScheme } from './audience.ts'
import { periodOn, type Scheme } from './periods.ts'
import { reversedAmong } from './post-points.ts'
import { sourceName } from './sources.ts'
import { categoryPoints, standingsOf } from './standing.ts'

const [RECENT, SHOWN_ITEMS] = [100, 4]
/** How a student stands by one scheme in its period of today. */
async function schemeOf(db: Db, scheme: Scheme, studentId: string) {
  const periodKey = (await periodOn(db, scheme, today())) ?? ''
  const account = await db.unscoped(pointAccount).find({ schemeId: scheme.id, studentId, period: periodKey }) // one's own
  const [standing] = account ? await standingsOf(db, [account.id]) : []
  const sums = account
    ? await db.query<{ id: string; points: number }>(
        sql`select c.category_id as id, c.points::float8 as points from (${categoryPoints(sql`${db.me.tenantId}::uuid`, sql`${account.id}::uuid`)}) c`,
      )
    : []
  const pointsBy = new Map(sums.map(s => [s.id, s.points]))
  const items = [...(await db.cached(tsItem)).values()].filter(i => i.schemeId === scheme.id && i.isEnabled && i.direction === 'add')
  const categories = [...(await db.cached(tsCategory)).values()].filter(c => c.schemeId === scheme.id).sort((a, b) => a.position - b.position)
  return {
    ...{ id: scheme.id, name: scheme.name, kind: scheme.kind, period: scheme.period, periodKey, base: scheme.baseScore, max: scheme.maxScore },
    balance: balanceOf(scheme, account?.points ?? 0),
    credits: scheme.kind === 'credit' ? (standing?.credits ?? 0) : null,
    categories: categories.map(({ id, name, requiredMin: least, cap }) => {
      const points = pointsBy.get(id) ?? 0
      const gap = least === null ? 0 : Math.max(0, least - points)
      const open = gap ? items.filter(i => i.categoryId === id).slice(0, SHOWN_ITEMS) : []
      return { id, name, points, least, cap, gap, items: open.map(i => i.name) }
    }),
  }
}
export default handle(myPoints, async ({ db, me, lang }) => {
  const studentId = ownStudentId(me)
  const who = await studentOf(db, studentId)
  const all = await db.cached(tsScheme)
  const active = [...all.values()].filter(s => s.state === 'active').sort((a, b) => a.name.localeCompare(b.name))
  const schemes = []
  for (const scheme of active) if (who && (await inScheme(db, scheme, [who])).size) schemes.push(await schemeOf(db, scheme, studentId))
  const rows = (await db.unscoped(pointEntry).all({ studentId }, { sort: ['-occurredOn', '-createdAt'], limit: RECENT })).filter(e => e.sourceType !== REVERSAL) // one's own
  const reversed = await reversedAmong(
    db,
    rows.map(r => r.id),
  )
  const items = await db.cached(tsItem)
  const entries = rows.map(row => {
    const { id, schemeId, itemId, kind, amount, occurredOn, reason, isShifted, sourceType } = row
    const isReversed = reversed.has(id)
    return {
      ...{ id, kind, occurredOn, reason, isShifted, isReversed, scheme: all.get(schemeId)?.name ?? '', item: items.get(itemId)?.name ?? '' },
      ...{
        points: kind === 'counted' ? pointsOf(amount) : 0,
        asked: pointsOf(amount),
        source: translate(lang, sourceName(sourceType)),
      },
    }
  })
  return { schemes, entries }
})
