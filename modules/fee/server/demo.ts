import sql from 'sql-template-tag'
import { schoolYearOf, yearBefore } from '#modules/campus/model/school-year.ts'
import { chargeLodging } from '#modules/dormitory/server/api.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { demoTalks } from '../arrears/server/demo.ts'
import { billLine, STANDARD } from '../bills/model/bill-line.ts'
import { billRun, billRunLine } from '../bills/model/bill-run.ts'
import { type HandedIn, handIn } from '../bills/server/api.ts'
import { demoAdjustments, demoOpenings } from '../bills/server/demo.ts'
import { CHOSEN } from '../choices/model/source.ts'
import { demoOffers } from '../choices/server/demo.ts'
import { demoDebits } from '../debits/server/demo.ts'
import { demoOrders } from '../orders/server/demo.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { chargeStandard } from '../prices/model/charge-standard.ts'
import { demoReceipts } from '../receipts/server/demo.ts'
import { demoReconcile } from '../reconcile/server/demo.ts'
import { demoRequests } from '../requests/server/demo.ts'
import { payDemoLines } from './demo-pay.ts'

const FILED = { nature: 'administrative', filingNo: '发改价费〔2023〕118 号' } as const
const BY_CHOICE = { optional: true, receiptKind: 'settlement' } as const
/** Six items of the school and one of the league; the last column is what a student owes a year, in fen, where no standard says it. */
const ITEMS = [
  [{ code: 'tuition', name: '学费', ...FILED, period: 'year', priority: 10, loanCoverable: true }, null],
  [{ code: 'lodging', name: '住宿费', ...FILED, period: 'year', priority: 20, loanCoverable: true }, null],
  [{ code: 'books', name: '教材费', nature: 'agency', ...BY_CHOICE, period: 'year', refundRule: 'unused', priority: 40 }, 60_000],
  [{ code: 'insurance', name: '居民医保', nature: 'agency', ...BY_CHOICE, period: 'year', refundRule: 'none', priority: 50 }, 40_000],
  [{ code: 'damage', name: '损坏赔偿', nature: 'compensation', period: 'once', refundRule: 'none', receiptKind: 'internal', priority: 60 }, null],
  [{ code: 'repair', name: '维修费', nature: 'compensation', period: 'once', refundRule: 'none', receiptKind: 'internal', priority: 70 }, null],
  [{ code: 'leagueFee', name: '团费', nature: 'dues', book: 'league', period: 'month', refundRule: 'none', receiptKind: 'internal', partial: false, priority: 80 }, null],
] as const
/** Tuition of a year by the last digits of the major's code, and what newer grades pay more. */
const TUITION = [480_000, 520_000, 550_000, 680_000, 800_000]
const NEWER = 40_000
/** A bed of a year by the kind of room. */
const ROOMS: Readonly<Record<string, number>> & { four: number } = { two: 180_000, four: 120_000, six: 90_000, eight: 70_000 }
const BATH = 30_000
/** Of a thousand lines of this year: deferred, open, partly paid. */
const [DEFERRED, OPEN, PARTLY] = [14, 55, 20]
const AT_ONCE = 4000

/** Three years of bills for all students, some 92 % of this year's collected; accounts of the providers, payments and refunds by the simulated one. */
export default (async (db, { students }) => {
  const xn = schoolYearOf(day(0))
  const years = [yearBefore(yearBefore(xn)), yearBefore(xn), xn]
  for (const [item] of ITEMS) await db.insert(chargeItem, item as never)
  await Promise.all([tuition(db, years[0] as string), lodging(db, years[0] as string), optionalPrices(db, years[0] as string)])
  for (const year of years) {
    await inPortions(await linesOf(db, year, year === xn), some => handIn(db, some, { bizDate: `${year.slice(0, 4)}-08-20` }))
    await tuitionRun(db, year)
    if (year !== years[0]) await chargeLodging(db, year, `${year.slice(0, 4)}-09-30`)
    await pay(db, year, year === xn)
  }
  await demoOffers(db, xn)
  await demoOpenings(db, await idOf(db, 'tuition'), yearBefore(years[0] as string))
  await demoOrders(db)
  await demoRequests(db, students)
  await demoReconcile(db)
  await demoReceipts(db)
  await demoDebits(db, xn)
  await demoTalks(db)
  await demoAdjustments(db, xn)
}) satisfies Demo
async function inPortions<T>(all: readonly T[], work: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await work(all.slice(at, at + AT_ONCE))
}
const idOf = async (db: Db, code: string): Promise<string> => (await db.unscoped(chargeItem).find({ code }))?.id ?? '' // demo data
/** A price for each major, more for the newest grades; old students keep theirs. */
async function tuition(db: Db, xn: string): Promise<void> {
  const itemId = await idOf(db, 'tuition')
  const majors = await db.query<{ id: string; n: number; newest: number }>(sql`select m.id, (row_number() over (order by m.code))::int as n,
    (select max(grade) from grade_major g where g.tenant_id = m.tenant_id) as newest from major m where m.tenant_id = ${db.me.tenantId}`)
  const drafts = majors.flatMap(({ id, n, newest }) => {
    const amount = TUITION[n % TUITION.length] ?? 0
    const of = { itemId, xn, majorId: id, published: true }
    return [
      { ...of, gradeTo: newest - 1, amount },
      { ...of, gradeFrom: newest, amount: amount + NEWER },
    ]
  })
  await db.insertMany(chargeStandard, drafts, { history: false })
}
/** A price for each kind of room; with a bathroom it costs more. */
async function lodging(db: Db, xn: string): Promise<void> {
  const types = await db.query<{ roomType: string }>(sql`select distinct room_type as "roomType" from dorm_room where tenant_id = ${db.me.tenantId} and deleted_at is null`)
  const of = { itemId: await idOf(db, 'lodging'), xn, published: true }
  const amountOf = (type: string): number => (ROOMS[type.replace('Bath', '')] ?? ROOMS.four) + (type.endsWith('Bath') ? BATH : 0)
  await db.insertMany(
    chargeStandard,
    types.map(({ roomType }) => ({ ...of, roomType, amount: amountOf(roomType) })),
    { history: false },
  )
}
/** One price for all of what students choose. */
async function optionalPrices(db: Db, xn: string): Promise<void> {
  for (const [{ code }, amount] of ITEMS) if (amount) await db.insert(chargeStandard, { itemId: await idOf(db, code), xn, amount, published: true })
}
/** What the students of a year owe: tuition by the price list, books and insurance by most; the student whom a demo shows has yet to choose this year's insurance. */
async function linesOf(db: Db, xn: string, isThis: boolean): Promise<HandedIn[]> {
  const own = isThis ? (await demoAccount(db, 'student'))?.studentId : undefined
  const chosen = new Map(await Promise.all(ITEMS.flatMap(([{ code }, yearly]) => (yearly ? [idOf(db, code).then(id => [code, id] as const)] : []))))
  const rows = await db.query<{
    id: string
    name: string
    itemId: string
    standardId: string | null
    tuition: number | null
    n: number
  }>(sql`select s.id, s.name, i.id as "itemId", p.id as "standardId", p.amount::float8 as tuition, (row_number() over (order by md5(s.id::text)))::int as n from student s
    join charge_item i on i.tenant_id = s.tenant_id and i.code = 'tuition'
    left join lateral (select c.id, c.amount from charge_standard c where c.tenant_id = s.tenant_id and c.item_id = i.id and c.major_id = s.major_id
      and (c.grade_from is null or s.grade >= c.grade_from) and (c.grade_to is null or s.grade <= c.grade_to) limit 1) p on true
    where s.tenant_id = ${db.me.tenantId} and s.has_record and s.deleted_at is null and s.grade <= ${Number(xn.slice(0, 4))}`)
  const dueDate = `${xn.slice(0, 4)}-09-30`
  return rows.flatMap(({ id, name, itemId, standardId, tuition, n }) => {
    const line = (item: string, amount: number, explain: HandedIn['explain'], more: Partial<HandedIn> = {}): HandedIn => ({
      ...{ sourceType: 'demoFee', sourceId: `${id}:${item}`, sourceSeq: xn, payer: { type: 'student', id, name }, item, amount, xn, dueDate, explain },
      ...more,
    })
    return [
      ...(tuition && standardId ? [line('tuition', tuition, { standardId, price: tuition, matched: '专业和年级' }, { sourceType: STANDARD, sourceId: `${id}:${itemId}` })] : []),
      ...ITEMS.flatMap(([{ code }, yearly], k) =>
        yearly && (n + k) % 10 && !(id === own && code === 'insurance')
          ? [line(code, yearly, { price: yearly, matched: '全校' }, { sourceType: CHOSEN, sourceId: `${id}:${chosen.get(code)}` })]
          : [],
      ),
    ]
  })
}
/** The run that billed the tuition of a year, done. */
async function tuitionRun(db: Db, xn: string): Promise<void> {
  const itemId = await idOf(db, 'tuition')
  const of = sql`bill_line l where l.tenant_id = ${db.me.tenantId} and l.xn = ${xn} and l.source_type = ${STANDARD} and l.item_id = ${itemId}`
  const [sum] = await db.query<{ lines: number; total: number }>(sql`select count(*)::int as lines, coalesce(sum(l.charged), 0)::float8 as total from ${of}`)
  if (!sum?.lines) return
  const totals = { payers: sum.lines, lines: sum.lines, done: sum.lines, total: sum.total }
  const { id } = await db.insert(billRun, { xn, itemIds: [itemId], dueDate: `${xn.slice(0, 4)}-09-30`, digest: 'demo', ...totals, state: 'done' })
  const columns = { studentId: sql`l.student_id`, itemId: sql`l.item_id`, standardId: sql`(l.explain->>'standardId')::uuid`, amount: sql`l.charged`, lineId: sql`l.id` }
  await db.insertFrom(billRunLine, { runId: sql`${id}::uuid`, ...columns, isDone: sql`true` }, of, { history: false })
}
/** Pays the lines of a year, except some of this one. */
async function pay(db: Db, xn: string, isThis: boolean): Promise<void> {
  const lines = await db.query<{ id: string; owed: number; n: number; item: string; near: boolean }>(sql`select l.id, l.owed::float8 as owed, i.code as item,
      (row_number() over (order by md5(l.student_id::text), i.code))::int as n,
      coalesce(s.class_id in ${counselledClasses(db)}, false) as near
    from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where l.tenant_id = ${db.me.tenantId} and l.xn = ${xn} and l.owed > 0`)
  const at = (n: number): number => (n * 37) % 1000
  const deferred = isThis ? lines.filter(l => at(l.n) < DEFERRED) : []
  const open = new Set([...deferred, ...(isThis ? lines.filter(l => at(l.n) < DEFERRED + OPEN || (l.near && l.n % 9 === 0)) : [])].map(l => l.id))
  await db.updateWhere(billLine, { id: deferred.map(l => l.id) }, { deferUntil: day(60) }, { history: false })
  const parts = lines.flatMap(({ id, owed, n }) =>
    open.has(id) ? (at(n) < DEFERRED + PARTLY && at(n) >= DEFERRED ? [{ lineId: id, amount: Math.round(owed / 2) }] : []) : [{ lineId: id, amount: owed }],
  )
  await payDemoLines(db, xn, `${xn.slice(0, 4)}-09-20`, parts)
}
