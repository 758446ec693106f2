import { REVERSAL } from '#model/ledger.ts'
import { growthOffersOf } from '#modules/growth/server/api.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { tsItem } from '../model/item.ts'
import { pointAccount, pointEntry } from '../model/ledger.ts'
import { myPoints } from '../model/my-points.ts'
import { pointObjection } from '../model/objection.ts'
import { balanceOf, pointsOf } from '../model/rules.ts'
import { tsCategory, tsScheme } from '../model/scheme.ts'
import { inScheme } from './audience.ts'
import { creditsOf, pointsByCategory } from './credits.ts'
import { lastDayOf } from './objections.ts'
import { periodOn, type Scheme } from './periods.ts'
import { reversedAmong } from './post-points.ts'
import { settingsOf } from './settings.ts'

const [RECENT, SHOWN_ITEMS, SHOWN_OFFERS] = [100, 4, 3]
/** How a student stands by one scheme in its period of today. */
async function schemeOf(db: Db, scheme: Scheme, studentId: string) {
  const periodKey = (await periodOn(db, scheme, today())) ?? ''
  const account = await db.unscoped(pointAccount).find({ schemeId: scheme.id, studentId, period: periodKey }) // one's own
  const ids = account ? [account.id] : []
  const pointsBy = new Map((await pointsByCategory(db, ids)).map(c => [c.categoryId, c.points]))
  const items = [...(await db.cached(tsItem)).values()].filter(i => i.schemeId === scheme.id && i.isEnabled && i.direction === 'add').sort((a, b) => a.code.localeCompare(b.code))
  const categories = [...(await db.cached(tsCategory)).values()].filter(c => c.schemeId === scheme.id).sort((a, b) => a.position - b.position)
  const gapOf = ({ id, requiredMin }: (typeof categories)[number]) => (requiredMin === null ? 0 : Math.max(0, requiredMin - (pointsBy.get(id) ?? 0)))
  const offers = await growthOffersOf(
    db,
    studentId,
    categories.flatMap(c => (c.growthCategory && gapOf(c) ? [c.growthCategory] : [])),
  )
  return {
    ...{ id: scheme.id, name: scheme.name, periodKey, base: scheme.baseScore, max: scheme.maxScore },
    balance: balanceOf(scheme, account?.points ?? 0),
    credits: scheme.kind === 'credit' ? ((await creditsOf(db, ids)).get(account?.id ?? '') ?? 0) : null,
    categories: categories.map(category => {
      const { id, name, requiredMin: least, growthCategory } = category
      const points = pointsBy.get(id) ?? 0
      const gap = gapOf(category)
      const open = gap ? items.filter(i => i.categoryId === id).slice(0, SHOWN_ITEMS) : []
      const fitting = gap ? offers.filter(o => o.category === growthCategory).slice(0, SHOWN_OFFERS) : []
      return { id, name, points, least, gap, items: open.map(i => i.name), offers: fitting.map(({ title, startAt, link }) => ({ title, startAt, link })) }
    }),
  }
}
export default handle(myPoints, async ({ db, me }) => {
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
  const objections = new Map((await db.unscoped(pointObjection).all({ studentId })).map(o => [o.entryId, o])) // one's own
  const { objectionDays } = await settingsOf(db)
  const items = await db.cached(tsItem)
  const entries = rows.map(row => {
    const { id, schemeId, itemId, kind, amount, occurredOn, reason, isShifted } = row
    const objection = objections.get(id)
    const until = lastDayOf(row, objectionDays)
    const mayObject = kind === 'counted' && amount < 0 && !objection && !reversed.has(id) && today() <= until
    return {
      ...{ objectUntil: mayObject ? until : null, objection: objection?.state ?? null, answer: objection?.answer ?? null },
      ...{ id, kind, occurredOn, reason, isShifted, isReversed: reversed.has(id), scheme: all.get(schemeId)?.name ?? '', item: items.get(itemId)?.name ?? '' },
      ...{ points: kind === 'counted' ? pointsOf(amount) : 0, asked: pointsOf(amount) },
    }
  })
  return { schemes, entries }
})
