import type { Row } from '#model'
import { studentNumbers, withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { pointAccount } from '../model/ledger.ts'
import { WARNING_MESSAGES } from '../model/messages.ts'
import { balanceOf } from '../model/rules.ts'
import { tsScheme } from '../model/scheme.ts'
import { COMPARISONS, pointWarning, recordTalk, tsThreshold } from '../model/threshold.ts'
import { creditsOf } from './credits.ts'
import { isClosed } from './periods.ts'
import { placeOf } from './place-of.ts'

type Warning = Row<typeof pointWarning>
type Threshold = Row<typeof tsThreshold>
type Crossing = Pick<Threshold, 'comparison' | 'value'>
export const isCrossed = ({ comparison, value }: Crossing, balance: number): boolean => (comparison === 'lt' ? balance < value : balance >= value)
const aboutWarning = {
  bizType: pointWarning.name,
  link: () => '/totalScore/mine',
  values: async ({ schemeId, comparison, value, balance }: Warning, db: Db) => ({
    scheme: (await db.cached(tsScheme)).get(schemeId)?.name ?? '',
    comparison: { text: COMPARISONS[comparison] },
    value,
    balance,
  }),
}
const linkOf = ({ id }: { id: string }): string => `/totalScore/warnings?id=${id}`
const warningTodos = rowTodos(pointWarning, aboutWarning, {
  talk: {
    text: '请和{name}谈话：{scheme}{comparison} {value}',
    while: w => w.state === 'open' && w.talkedOn === null,
    gone: w => w.talkedOn === null,
    link: linkOf,
    message: WARNING_MESSAGES.talk,
  },
})
/** 50-TS6: after the points of these accounts have changed: whoever crosses a threshold is warned once, and again only after recovery. The rows of the students are locked by whoever changed the points. */
export async function settleWarnings(db: Db, ids: readonly string[], { tells = true }: { tells?: boolean } = {}): Promise<void> {
  const thresholds = [...(await db.cached(tsThreshold)).values()].filter(t => t.isEnabled && t.action !== 'graduationGate')
  if (!thresholds.length || !ids.length) return
  const accountIds = [...new Set(ids)]
  const [schemes, credits] = [await db.cached(tsScheme), await creditsOf(db, accountIds)]
  const accounts = (await db.unscoped(pointAccount).all({ id: accountIds })).filter(a => !isClosed(schemes.get(a.schemeId) ?? { closedPeriod: null }, a.period)) // of students whose points have changed
  const open = await db.unscoped(pointWarning).all({ accountId: accountIds, state: 'open' }) // the same
  const openBy = new Map(open.map(w => [`${w.accountId} ${w.thresholdId}`, w]))
  const states = accounts.flatMap(account => {
    const scheme = schemes.get(account.schemeId)
    const balance = credits.get(account.id) ?? (scheme ? balanceOf(scheme, account.points) : 0)
    return thresholds.filter(t => t.schemeId === account.schemeId).map(of => ({ account, of, balance, warning: openBy.get(`${account.id} ${of.id}`) }))
  })
  const recovered = states.flatMap(({ of, balance, warning }) => (warning && !isCrossed(of, balance) ? [warning.id] : []))
  if (recovered.length) await warningTodos.follow(db, await db.updateWhere(pointWarning, { id: recovered }, { state: 'recovered', recoveredOn: today() }))
  const crossed = await withStudents(
    db,
    states.filter(({ of, balance, warning }) => !warning && isCrossed(of, balance)).map(state => ({ ...state, studentId: state.account.studentId })),
  )
  if (!crossed.length) return
  const drafts = crossed.map(({ row: { account, of, balance }, who }) => ({
    ...{ id: uuidv7(), accountId: account.id, studentId: who.id, schemeId: account.schemeId, period: account.period, ...placeOf(who) },
    ...{ thresholdId: of.id, action: of.action, comparison: of.comparison, value: of.value, balance, crossedOn: today() },
  }))
  await db.insertMany(pointWarning, drafts)
  const made = await db.unscoped(pointWarning).all({ id: drafts.map(d => d.id) }) // just made
  await db.emitMany(
    'totalScore.thresholdCrossed',
    made.map(({ id, studentId, schemeId, action }) => ({ warningId: id, studentId, schemeId, action })),
  )
  if (tells) await tell(db, made)
}
/** The student always hears of it, the counsellor as the threshold says. */
async function tell(db: Db, rows: readonly Warning[]): Promise<void> {
  const people = await withStudents(db, rows)
  const staff = await staffOfAll(
    db,
    people.map(({ who }) => who),
    'fdy',
  )
  const asked = people.map(({ row, who }, n) => ({ row, who, to: staff[n] ?? [], link: linkOf(row) }))
  await notifyAbout(
    db,
    WARNING_MESSAGES.crossed,
    aboutWarning,
    people.map(({ row, who }) => ({ row, to: [who.userId ?? []].flat() })),
  )
  await notifyAbout(
    db,
    WARNING_MESSAGES.crossedOf,
    aboutWarning,
    asked.filter(a => a.row.action === 'warnFdy'),
  )
  await warningTodos.open(
    db,
    'talk',
    asked.filter(a => a.row.action === 'talkTask'),
  )
}
const talk = handle(recordTalk, async ({ db, me, refuse }, { id, talk: said }) => {
  const row = await db.visible(pointWarning).lock(id, 'talk')
  if (row.talkedOn) throw refuse('talked', { name: (await withStudents(db, [row]))[0]?.who.name ?? '', day: row.talkedOn })
  await warningTodos.follow(db, [await db.update(pointWarning, id, { talk: said, talkedOn: today(), talkedById: me.userId })])
})
export default [talk, ...studentNumbers(pointWarning)]
