import sql from 'sql-template-tag'
import type { MessageEvent, Phrase, Wording } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { type Notification, notifyEach } from '#server/notifications/notify.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { bedsOf, managersOf } from '../../stays/server/api.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import type { Change } from './validate.ts'

type About = Pick<Change, 'id' | 'studentId' | 'peerId' | 'fromBedId' | 'toBedId' | 'toDormId'>
interface Facts {
  students: ReadonlyMap<string, StudentOf>
  beds: Awaited<ReturnType<typeof bedsOf>>
}
const factsOf = async (db: Db, rows: readonly About[]): Promise<Facts> => ({
  students: await studentsOf(
    db,
    rows.flatMap(r => [r.studentId, ...(r.peerId ? [r.peerId] : [])]),
  ),
  beds: await bedsOf(
    db,
    rows.flatMap(r => [r.fromBedId, r.toBedId]),
  ),
})
const nameOf = ({ students }: Facts, id: string | null): string => students.get(id ?? '')?.name ?? ''
const bedOf = ({ beds }: Facts, id: string): string => beds.get(id)?.fullName ?? ''
const accountOf = ({ students }: Facts, id: string | null): string[] => [students.get(id ?? '')?.userId].flatMap(u => u ?? [])
const mine = (id: string): string => `/dormitory/change/mine?id=${id}`
const own = (row: About, to: readonly string[], values: NonNullable<Notification['values']>): Notification => ({
  to,
  values,
  bizType: 'dormChange',
  bizId: row.id,
  link: mine(row.id),
  mobileLink: mine(row.id),
})
/** To both partners of a swap, each about their new bed; to the one student of a move. */
function toBoth(row: About, facts: Facts, values: NonNullable<Notification['values']> = {}): Notification[] {
  const first = own(row, accountOf(facts, row.studentId), { bed: bedOf(facts, row.toBedId), ...values })
  return row.peerId ? [first, own(row, accountOf(facts, row.peerId), { bed: bedOf(facts, row.fromBedId), ...values })] : [first]
}
const tellBoth = async (db: Db, event: MessageEvent, rows: readonly Change[], valuesOf: (row: Change) => NonNullable<Notification['values']> = () => ({})): Promise<void> => {
  const facts = await factsOf(db, rows)
  await notifyEach(
    db,
    event,
    rows.flatMap(row => toBoth(row, facts, valuesOf(row))),
  )
}
export const tellMoves = (db: Db, row: Change): Promise<void> => tellBoth(db, CHANGE_MESSAGES.changeMoves, [row], r => ({ date: r.effectiveDate }))
/** Students of a planned mass move, each about their bed; they have no application to open. */
export async function tellPlanned(
  db: Db,
  event: MessageEvent,
  massMoveId: string,
  moves: ReadonlyArray<Pick<About, 'studentId' | 'fromBedId' | 'toBedId'>>,
  more: NonNullable<Notification['values']>,
): Promise<void> {
  const facts = await factsOf(
    db,
    moves.map(m => ({ ...m, id: massMoveId, peerId: null, toDormId: null })),
  )
  await notifyEach(
    db,
    event,
    moves.map(m => ({
      to: accountOf(facts, m.studentId),
      values: { bed: bedOf(facts, m.toBedId), name: nameOf(facts, m.studentId), ...more },
      bizType: 'massMove',
      bizId: massMoveId,
      link: '/dormitory/mine',
      mobileLink: '/dormitory/mine',
    })),
  )
}
const PEER = 'peer'
/** The partner has answered, or need not any more. */
export const closePeer = async (db: Db, { id }: Pick<Change, 'id'>, result: string): Promise<void> => {
  await closeTodos(db, { bizType: 'dormChange', bizId: id, node: PEER }, 'done', result)
}
/** 20-DM2: the partner gets the request, and nothing else until they have accepted. */
export async function tellAsked(db: Db, row: Change): Promise<void> {
  const facts = await factsOf(db, [row])
  const values = { name: nameOf(facts, row.studentId), bed: bedOf(facts, row.fromBedId), date: row.effectiveDate, until: schoolTimeText(row.peerUntil ?? '') }
  const asked = own(row, accountOf(facts, row.peerId), values)
  await notifyEach(db, CHANGE_MESSAGES.swapAsked, [asked])
  const title = { text: '答复{name}的换宿请求', values: { name: values.name } }
  const { to, link = mine(row.id) } = asked
  await openTodos(
    db,
    to.map(userId => ({
      userId,
      kind: 'task' as const,
      title,
      bizType: 'dormChange',
      bizId: row.id,
      node: PEER,
      link,
      mobileLink: link,
      dueAt: row.peerUntil,
      applicantName: values.name,
    })),
  )
}
/** The flow notifies the applicant; this notifies the swap partner. */
export async function tellPeer(db: Db, row: Change, state: string): Promise<void> {
  if (!row.peerId || !row.peerConfirmedAt) return
  const facts = await factsOf(db, [row])
  await notifyEach(db, CHANGE_MESSAGES.swapDecided, [
    own(row, accountOf(facts, row.peerId), { bed: bedOf(facts, row.fromBedId), name: nameOf(facts, row.studentId), state: { text: state } }),
  ])
}
export async function tellLapsed(db: Db, row: Change, reason: Wording): Promise<void> {
  const facts = await factsOf(db, [row])
  const all = toBoth(row, facts, { name: nameOf(facts, row.studentId), reason })
  await notifyEach(db, CHANGE_MESSAGES.changeLapsed, row.peerConfirmedAt ? all : all.slice(0, 1))
}
const NAMED = 12
const namesIn = (facts: Facts, rows: readonly Change[]): Phrase =>
  firstPeople(
    rows.flatMap(r => [nameOf(facts, r.studentId), nameOf(facts, r.peerId)].filter(Boolean)),
    NAMED,
  )
/** Notifies movers and the managers of their new buildings: keys and furniture need checking. */
export async function tellDone(db: Db, rows: readonly Change[]): Promise<void> {
  const facts = await factsOf(db, rows)
  await notifyEach(
    db,
    CHANGE_MESSAGES.changeDone,
    rows.flatMap(row => toBoth(row, facts)),
  )
  // keys are returned in one building and collected in the other
  const houses = rows.flatMap(row => [...new Set([row.toDormId ?? '', facts.beds.get(row.fromBedId)?.dormId ?? ''])].filter(Boolean).map(dormId => ({ dormId, row })))
  const byDorm = Map.groupBy(houses, h => h.dormId)
  const managers = await managersOf(db, [...byDorm.keys()])
  const link = '/dormitory/changes?view=executed'
  await notifyEach(
    db,
    CHANGE_MESSAGES.changeDoneHere,
    [...byDorm].map(([dormId, those]) => ({
      to: managers.get(dormId) ?? [],
      values: {
        bed: '',
        count: those.length,
        names: namesIn(
          facts,
          those.map(h => h.row),
        ),
      },
      bizType: 'dormChange',
      bizId: those[0]?.row.id ?? '',
      link,
      mobileLink: link,
    })),
  )
}
/** Warns the student and the current approvers a day before a hold ends. */
export async function tellHoldEnds(db: Db, rows: readonly Change[]): Promise<void> {
  const facts = await factsOf(db, rows)
  const deciding = await db.query<{ id: string; userId: string }>(sql`select biz_id as id, user_id as "userId" from todo
    where tenant_id = ${db.me.tenantId} and biz_type = 'dormChange' and kind = 'approval' and state = 'open' and biz_id = any(${rows.map(r => r.id)}::text[])`)
  const by = Map.groupBy(deciding, d => d.id)
  await notifyEach(
    db,
    CHANGE_MESSAGES.changeHoldEnds,
    rows.map(row => ({
      ...own(row, [...accountOf(facts, row.studentId), ...(by.get(row.id) ?? []).map(d => d.userId)], {
        name: nameOf(facts, row.studentId),
        bed: bedOf(facts, row.toBedId),
        until: schoolTimeText(row.holdUntil ?? ''),
      }),
    })),
  )
}
/** A due change is blocked: notifies the building's managers. */
export async function tellStuck(db: Db, stuck: ReadonlyArray<{ row: Change; reason: Wording }>): Promise<void> {
  const facts = await factsOf(
    db,
    stuck.map(s => s.row),
  )
  const managers = await managersOf(
    db,
    stuck.map(s => s.row.toDormId ?? ''),
  )
  const link = '/dormitory/changes?view=stuck'
  await notifyEach(
    db,
    CHANGE_MESSAGES.changeStuck,
    stuck.flatMap(({ row, reason }) => {
      const values = { name: nameOf(facts, row.studentId), bed: bedOf(facts, row.toBedId), reason }
      return [
        own(row, accountOf(facts, row.studentId), values),
        { to: managers.get(row.toDormId ?? '') ?? [], values, bizType: 'dormChange', bizId: row.id, link, mobileLink: link },
      ]
    }),
  )
}
