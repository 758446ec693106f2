import type { DraftOf, Row } from '#model'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { chargeStandard } from '#modules/fee/prices/model/charge-standard.ts'
import { type HandedIn, handIn } from '#modules/fee/server/api.ts'
import { payDemoLines } from '#modules/fee/server/demo-pay.ts'
import { studentPhoto } from '#modules/photo/model/photo.ts'
import { student } from '#modules/student/model/student.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { cardBatch } from '../model/card-batch.ts'
import { type CardKind, cardKind } from '../model/card-kind.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { reissueSubject } from '../model/flow.ts'

const random = randomOf(1187)
const FEE = 20_00
const REASONS = ['lost', 'lost', 'lost', 'damaged', 'infoChanged', 'expired'] as const
const PLACES = ['第二食堂', '图书馆三楼', '操场', '校车上', '市区', null] as const
const STATIONS = ['BJP', 'GZQ', 'CDW', 'ZZF', 'NJH', 'HZH', 'CSQ', 'XAY'] as const
const AT = { pickUpPlace: '学生事务中心 3 号窗口', pickUpHours: '工作日 14:00-17:00' } as const
/** Applications that the counsellor has to decide. */
const WAITING = 12
/** Cards in every state, as shares of all. */
const STATES = [
  ['collected', 46],
  ['ready', 18],
  ['producing', 14],
  ['queued', 12],
  ['unpaid', 8],
  ['found', 3],
  ['closed', 3],
] as const
type CardState = (typeof STATES)[number][0]
type Draft = DraftOf<typeof cardReissue> & Partial<CardReissue> & Pick<CardReissue, 'id' | 'studentId'>
interface Person extends Pick<Row<typeof student>, 'id' | 'name' | 'grade' | 'departmentId' | 'majorId' | 'classId'> {
  photoId: string | null
}
/** Three kinds of cards, 120 applications in all states, of which the counsellor has some to decide, and two batches. */
export default (async (db, { students }) => {
  const [officer, pupils] = [await demoAccount(db, 'officer'), await demoPupils(db)]
  if (!officer || !pupils.length) return
  const kinds = await makeKinds(db)
  const people = await peopleOf(db)
  const near = pupils.filter(p => p.isNear && p.hasAccount && !p.isOwn)
  const total = sized(students, 108, 70)
  const sum = STATES.reduce((n, [, share]) => n + share, 0)
  const states = STATES.flatMap(([state, share]) => Array.from({ length: Math.max(2, Math.round((total * share) / sum)) }, () => state))
  const batches = await makeBatches(db, kinds)
  const own = pupils.find(p => p.isOwn)
  const [mine, others] = [near.slice(WAITING), pupils.filter(p => !p.isNear && !p.isOwn)]
  const drawn = states.flatMap((state, n) => {
    const pupil = own && state === 'ready' && states.indexOf('ready') === n ? own : n % 4 ? others[Math.floor((n * others.length) / states.length)] : mine[n / 4]
    const who = people.get(pupil?.id ?? '')
    return who ? [draftOf(who, state, n, { kinds, batches, officerId: officer.id })] : []
  })
  // a small school has fewer students than cards, and one card of a kind is replaced at a time
  const drafts = [...new Map(drawn.map(d => [`${d.studentId} ${d.kindId}`, d])).values()]
  await charge(db, drafts, people)
  await db.insertMany(cardReissue, drafts, { history: false })
  for (const { id } of near.slice(0, WAITING)) {
    const who = people.get(id)
    if (who) await waiting(db, who, kinds)
  }
}) satisfies Demo

async function makeKinds(db: Db): Promise<readonly CardKind[]> {
  const [tuition] = await db.unscoped(chargeItem).all({ code: 'tuition' }) // the demo's own
  const filed = {
    nature: 'administrative',
    filingNo: tuition?.filingNo ?? '省价费〔2018〕21号',
    period: 'once',
    refundRule: 'none',
    receiptKind: 'internal',
    priority: 65,
  } as const
  const { id: chargeItemId } = await db.insert(chargeItem, { code: 'cardCost', name: '证卡工本费', ...filed })
  await db.insert(chargeStandard, {
    itemId: chargeItemId,
    xn: `${Number(schoolYearOf(day(0)).slice(0, 4)) - 3}-${Number(schoolYearOf(day(0)).slice(0, 4)) - 2}`,
    amount: FEE,
    published: true,
  })
  await db.insertMany(
    cardKind,
    [
      { code: 'XSZ', name: '学生证', chargeItemId, freeReasons: ['infoChanged', 'expired'], needsOldCard: true, producer: '学生事务中心', ...AT, isEnabled: true },
      { code: 'XYK', name: '校园卡', chargeItemId, freeReasons: ['expired'], tellsCardSystem: true, needsPhoto: true, producer: '一卡通公司', ...AT, isEnabled: true },
      { code: 'HCK', name: '火车票优惠卡', isTrain: true, needsPhoto: false, maxPerYear: 1, producer: '学生事务中心', ...AT, isEnabled: true },
    ] as never,
    { history: false },
  )
  return db.unscoped(cardKind).all({}, { sort: ['code'] }) // the demo's own
}
async function peopleOf(db: Db): Promise<ReadonlyMap<string, Person>> {
  const photos = new Map((await db.unscoped(studentPhoto).all({ isCurrent: true })).map(p => [p.studentId, p.id])) // the demo's own
  return new Map((await db.unscoped(student).all({ hasRecord: true })).map(s => [s.id, { ...s, photoId: photos.get(s.id) ?? null }])) // the demo's own
}
/** Of each kind one batch that is ready and one that is produced. */
async function makeBatches(db: Db, kinds: readonly CardKind[]): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  for (const [n, kind] of kinds.entries())
    for (const [state, ago] of [
      ['ready', 20],
      ['producing', 4],
    ] as const) {
      const batchNo = `ZK${day(-ago).replaceAll('-', '')}-${String(n + 1).padStart(4, '0')}`
      const times = { startedAt: moment(-ago, '10:20'), readyAt: state === 'ready' ? moment(-ago + 6, '15:30') : null }
      const { id } = await db.insert(cardBatch, { batchNo, kindId: kind.id, producer: kind.producer, state, ...times } as never)
      made.set(`${kind.id} ${state}`, id)
    }
  return made
}
const isFree = (kind: CardKind, reason: CardReissue['reason']): boolean => !kind.chargeItemId || Boolean(kind.freeReasons?.includes(reason))
function formOf(who: Person, kinds: readonly CardKind[]): Pick<Draft, 'id' | 'studentId' | 'kindId' | 'reason' | 'fee' | 'feeState'> & Partial<CardReissue> {
  const kind = random.pick(kinds)
  const reason = random.pick(REASONS)
  const fee = isFree(kind, reason) ? 0 : FEE
  const stations = kind.isTrain ? { homeStation: random.pick(STATIONS), schoolStation: 'WHN' } : {}
  return {
    ...{
      id: uuidv7(),
      studentId: who.id,
      kindId: kind.id,
      reason,
      grade: who.grade,
      departmentId: who.departmentId,
      majorId: who.majorId,
      classId: who.classId,
      photoId: who.photoId,
    },
    ...{ lostOn: reason === 'lost' ? day(-random.int(31, 60)) : null, lostPlace: reason === 'lost' ? random.pick(PLACES) : null, declaration: true, homeProof: [] },
    ...{ pickUp: random.chance(0.8) ? 'window' : 'fdy', fee, feeState: fee ? 'unpaid' : 'free', ...stations },
  }
}
const HAS_BATCH: readonly CardState[] = ['producing', 'ready', 'collected']
const WAS_READY: readonly CardState[] = ['ready', 'collected']
interface Made {
  kinds: readonly CardKind[]
  batches: ReadonlyMap<string, string>
  officerId: string
}
function draftOf(who: Person, wanted: CardState, n: number, { kinds, batches, officerId }: Made): Draft {
  const form = formOf(who, kinds)
  const kind = kinds.find(k => k.id === form.kindId) as CardKind
  const owes = (form.fee ?? 0) > 0
  const cardState = !owes && (wanted === 'unpaid' || wanted === 'closed') ? 'queued' : wanted
  const ago = { unpaid: 5, queued: 6, producing: 9, ready: 24, collected: 28, found: 12, closed: 30 }[cardState]
  const paid = owes && cardState !== 'unpaid' && cardState !== 'closed'
  const isReady = WAS_READY.includes(cardState)
  const lossState = form.reason === 'lost' && kind.tellsCardSystem ? (cardState === 'queued' ? 'manual' : 'done') : null
  return {
    ...form,
    ...{ declaration: true, state: cardState === 'found' ? 'cancelled' : 'approved', cardState, feeState: paid ? (cardState === 'found' ? 'refunded' : 'paid') : form.feeState },
    ...{ createdAt: moment(-ago - 2, '09:10'), approvedAt: moment(-ago, '11:00'), payBy: owes && cardState === 'unpaid' ? moment(15 - ago, '11:00') : null },
    ...{ batchId: HAS_BATCH.includes(cardState) ? (batches.get(`${kind.id} ${isReady ? 'ready' : 'producing'}`) ?? null) : null },
    ...{ newCardNo: isReady && kind.hasNumber ? `${kind.code}${260001 + n}` : null, readyAt: isReady ? moment(-14, '15:30') : null },
    ...(cardState === 'collected' ? { collectedAt: moment(-random.int(1, 12), '15:10'), collectedById: officerId } : {}),
    lossState,
  } as Draft
}
/** What costs something is a line of the fees; what is on its way is paid. */
async function charge(db: Db, drafts: readonly Draft[], people: ReadonlyMap<string, Person>): Promise<void> {
  const due = drafts.filter(d => (d.fee ?? 0) > 0 && d.cardState !== 'found' && d.cardState !== 'closed')
  const lines = due.map((d): HandedIn => {
    const payer = { type: 'student', id: d.studentId, name: people.get(d.studentId)?.name ?? '' } as const
    return {
      sourceType: 'cardReissue',
      sourceId: d.id,
      sourceSeq: '1',
      payer,
      item: 'cardCost',
      amount: FEE,
      xn: schoolYearOf(day(0)),
      dueDate: day(10),
      explain: { note: '补办证卡' },
    }
  })
  const ids = await handIn(db, lines, { bizDate: day(-20) })
  for (const [n, d] of due.entries()) d.billLineId = ids[n] ?? null
  const parts = due.flatMap((d, n) => (d.feeState === 'paid' ? [{ lineId: ids[n] as string, amount: FEE }] : []))
  await payDemoLines(db, 'cardReissue', day(-15), parts)
}
async function waiting(db: Db, who: Person, kinds: readonly CardKind[]): Promise<void> {
  const row = await db.insert(cardReissue, { ...formOf(who, kinds), state: 'pending' } as never)
  await submit({ db, me: db.me, lang: 'zh-cn' }, reissueSubject, row)
}
