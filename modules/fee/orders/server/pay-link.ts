import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { keyHash, keyLinks } from '#server/identity/key-links.ts'
import { LINK_HOURS, makePayLink, openPayLink, payByLink, payLink } from '../model/pay-link.ts'
import { makeOrder, mustBeOwn } from './create-order.ts'
import { payablesOf, portionsOf } from './lines-to-pay.ts'
import { payWays } from './my-fees.ts'
import { ownPayerId } from './payer.ts'

const idsOf = ({ lineIds }: Pick<Row<typeof payLink>, 'lineIds'>): string[] => lineIds.flatMap(id => id ?? [])
/** Links of before a payer had an id of its own are of their student. */
const payerIdOf = ({ payerId, studentId }: Row<typeof payLink>): string => payerId ?? studentId ?? ''
/** 周**: enough for the family to know whom it is about. */
const masked = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))}`
/** An unknown key and one that has run out answer alike. */
async function linkOf(db: Db, key: string): Promise<Row<typeof payLink>> {
  const [found] = await db.query<{ id: string }>(sql`select id from pay_link where tenant_id = ${db.me.tenantId} and key_hash = ${keyHash(key)}`)
  const link = found && (await db.unscoped(payLink).one(found.id)) // whoever has the key
  if (!link || Date.parse(link.expireAt) <= Date.now()) throw refusalOf(payLink, 'gone')
  return link
}
/** A link by which anybody pays these lines of a payer, without an account. */
export async function payLinkFor({ db, me }: Pick<Ctx, 'db' | 'me'>, payerId: string, lineIds: readonly string[]): Promise<{ path: string; expireAt: string }> {
  const ids = [...new Set(lineIds)]
  const lines = await payablesOf(db, [payerId], ids)
  mustBeOwn(lines, ids)
  portionsOf(lines, { lineIds: ids })
  const { path, hash } = (await keyLinks(db))('/fee/help')
  const expireAt = new Date(Date.now() + LINK_HOURS * HOUR_MS).toISOString()
  await db.insert(payLink, { studentId: me.studentId, payerId, keyHash: hash, lineIds: ids, expireAt })
  return { path, expireAt }
}
const make = handle(makePayLink, ({ db, me }, { lineIds }) =>
  payLinkFor(
    { db, me },
    ownPayerId(me),
    lineIds.flatMap(id => id ?? []),
  ),
)
const open = handle(openPayLink, async ({ db }, { key }) => {
  const link = await linkOf(db, key)
  const lines = await payablesOf(db, [payerIdOf(link)], idsOf(link))
  const owed = lines.filter(l => l.owed > 0)
  return {
    payer: masked(lines[0]?.payerName ?? ''),
    lines: owed.map(({ item, xn, owed: amount }) => ({ item, xn, owed: amount })),
    amount: owed.reduce((sum, l) => sum + l.owed, 0),
    expireAt: link.expireAt,
    ways: await payWays(db, lines[0]?.book),
  }
})
const pay = handle(payByLink, async ({ db, ip }, { key, amount, merchantId, scene, idemKey }) => {
  const link = await linkOf(db, key)
  const payerId = payerIdOf(link)
  const owed = (await payablesOf(db, [payerId], idsOf(link))).filter(l => l.owed > 0).map(l => l.id)
  const lineIds = owed.length ? owed : idsOf(link)
  // a key of its own: nobody asks for an order that the student made
  const { orderNo, payload } = await makeOrder(
    db,
    payerId,
    { lineIds, amount, merchantId, scene, idemKey: `${link.id.slice(-12)} ${idemKey}`, more: { byLink: true } },
    { ip, code: null },
  )
  return { orderNo, payload }
})
export default [make, open, pay]
