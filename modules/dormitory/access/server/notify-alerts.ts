import type { Phrase } from '#model'
import { HOUR_MS } from '#model/days.ts'
import type { Db } from '#server/context.ts'
import { firstPeople, withNote } from '#server/i18n/wording.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { rowTodos, type TodoStep } from '#server/notifications/row-todos.ts'
import { ALERT_TYPES, type AlertType, accessAlert, EXPLANATIONS, OPEN_STATES } from '../model/access-alert.ts'
import { ACCESS_MESSAGES } from '../model/messages.ts'
import { pupilsOf, type Resident } from './people.ts'
import type { Closed, OpenAlert } from './write-alerts.ts'

export const ALERTS_PAGE = '/dormitory/access/alerts'
/** Maximum number of names in a message. */
const MOST_NAMES = 10
type Alert = Pick<OpenAlert, 'id' | 'state'>
const todoOf = (text: string): TodoStep<Alert, Alert> => ({
  text,
  while: alert => OPEN_STATES.some(state => state === alert.state),
  gone: alert => alert.state === 'autoClosed',
  link: alert => `${ALERTS_PAGE}?id=${alert.id}`,
})
/** The counsellor's, by the type of the alert; late returns create none: they are handled in bulk. */
const STEPS = { nightOut: todoOf('{name} 未归'), notSeen: todoOf('{name} 多日无记录'), notLeft: todoOf('请到寝室了解 {name} 的情况') }
const TODO_TYPES = ['nightOut', 'notSeen', 'notLeft'] as const satisfies readonly AlertType[]
export const alertTodos = rowTodos<Alert, (typeof TODO_TYPES)[number]>(accessAlert, { bizType: 'accessAlert', link: STEPS.nightOut.link, values: () => ({}) }, STEPS)

/** Each name with its type label. */
const listed = <A extends OpenAlert>(those: ReadonlyArray<{ alert: A; pupil: Resident }>, wordOf: (alert: A) => string): Phrase =>
  firstPeople(
    those.map(({ alert, pupil }) => withNote(pupil.name, { text: wordOf(alert) })),
    MOST_NAMES,
  )
/** Groups the alerts by reader. */
function byReader<A extends OpenAlert>(alerts: readonly A[], pupils: ReadonlyMap<string, Resident>): Map<string, Array<{ alert: A; pupil: Resident }>> {
  const pairs = alerts.flatMap(alert => {
    const pupil = pupils.get(alert.studentId)
    return pupil ? pupil.fdy.map(userId => ({ userId, alert, pupil })) : []
  })
  return Map.groupBy(pairs, p => p.userId)
}
/** One message per counsellor for all new alerts; 长时间未出楼 is sent separately, with caring wording. */
export async function tellOpened(db: Db, night: string, opened: readonly OpenAlert[], now: string): Promise<void> {
  if (!opened.length) return
  const pupils = await pupilsOf(
    db,
    opened.map(a => a.studentId),
  )
  const link = `${ALERTS_PAGE}?night=${night}`
  await notifyEach(
    db,
    ACCESS_MESSAGES.accessAlerts,
    [
      ...byReader(
        opened.filter(a => a.type !== 'notLeft' && !a.toldAt),
        pupils,
      ),
    ].map(([userId, those]) => ({
      to: [userId],
      values: { count: those.length, night, names: listed(those, a => ALERT_TYPES[a.type]) },
      bizType: 'accessAlert',
      bizId: `${night} ${those[0]?.alert.id ?? ''}`.slice(0, 64),
      link,
      mobileLink: link,
    })),
  )
  await tellLookIn(
    db,
    opened.filter(a => a.type === 'notLeft'),
    pupils,
    night,
  )
  for (const type of TODO_TYPES)
    await alertTodos.open(
      db,
      type,
      opened.filter(a => a.type === type).map(row => ({ row, to: pupils.get(row.studentId)?.fdy ?? [], more: { name: pupils.get(row.studentId)?.name ?? '' } })),
    )
  await db.updateWhere(accessAlert, { id: opened.map(a => a.id), 'toldAt.isNull': true }, { toldAt: now }, { bookkeeping: true })
}
async function tellLookIn(db: Db, alerts: readonly OpenAlert[], pupils: ReadonlyMap<string, Resident>, night: string): Promise<void> {
  await notifyEach(
    db,
    ACCESS_MESSAGES.accessLookIn,
    alerts.flatMap(a => {
      const pupil = pupils.get(a.studentId)
      const hours = Math.floor((Date.now() - Date.parse(a.at)) / HOUR_MS)
      const link = `${ALERTS_PAGE}?night=${night}`
      return pupil ? [{ to: pupil.fdy, values: { name: pupil.name, className: pupil.className, hours }, bizType: 'accessAlert', bizId: a.id, link, mobileLink: link }] : []
    }),
  )
}
/** 20-DA8: notifies earlier recipients once that an alert is explained. */
export async function tellClosed(db: Db, night: string, closed: readonly Closed[]): Promise<void> {
  if (!closed.length) return
  await alertTodos.follow(db, closed)
  const told = closed.filter(c => c.toldAt)
  const pupils = await pupilsOf(
    db,
    told.map(c => c.studentId),
  )
  const link = `${ALERTS_PAGE}?night=${night}`
  await notifyEach(
    db,
    ACCESS_MESSAGES.accessExplained,
    [...byReader(told, pupils)].map(([userId, those]) => ({
      to: [userId],
      values: { count: those.length, night, names: listed(those, a => EXPLANATIONS[a.explainedBy]) },
      bizType: 'accessAlert',
      bizId: those[0]?.alert.id ?? '',
      link,
      mobileLink: link,
    })),
  )
}
