import type { Phrase } from '#model'
import type { Db } from '#server/context.ts'
import { firstPeople, withNote } from '#server/i18n/wording.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { ALERT_TYPES, type AlertType, accessAlert, EXPLANATIONS } from '../model/access-alert.ts'
import { ACCESS_MESSAGES } from '../model/messages.ts'
import { pupilsOf, type Resident } from './people.ts'
import type { Closed, Standing } from './write-alerts.ts'

export const ALERTS_PAGE = '/dormitory/access/alerts'
/** Maximum number of names in a message. */
const MOST_NAMES = 10
/** Todo titles by type; late returns create no todo: they are handled in bulk. */
const TODO_TITLES: Partial<Record<AlertType, string>> = { nightOut: '{name} 未归', notSeen: '{name} 多日未归', notLeft: '请看望一下 {name}' }

/** Each name with its type label. */
const listed = <A extends Standing>(those: ReadonlyArray<{ alert: A; pupil: Resident }>, wordOf: (alert: A) => string): Phrase =>
  firstPeople(
    those.map(({ alert, pupil }) => withNote(pupil.name, { text: wordOf(alert) })),
    MOST_NAMES,
  )
/** Groups the alerts by reader. */
function byReader<A extends Standing>(alerts: readonly A[], pupils: ReadonlyMap<string, Resident>): Map<string, Array<{ alert: A; pupil: Resident }>> {
  const pairs = alerts.flatMap(alert => {
    const pupil = pupils.get(alert.studentId)
    return pupil ? pupil.fdy.map(userId => ({ userId, alert, pupil })) : []
  })
  return Map.groupBy(pairs, p => p.userId)
}
/** One message per counsellor for all new alerts; 久未出 is sent separately, with caring wording. */
export async function tellOpened(db: Db, night: string, opened: readonly Standing[], now: string): Promise<void> {
  const pressing = opened.filter(a => a.type in TODO_TITLES)
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
  await openTodos(
    db,
    pressing.flatMap(a => {
      const pupil = pupils.get(a.studentId)
      const title = { text: TODO_TITLES[a.type] ?? '', values: { name: pupil?.name ?? '' } }
      const link = `${ALERTS_PAGE}?id=${a.id}`
      return (pupil?.fdy ?? []).map(userId => ({ userId, kind: 'task' as const, title, bizType: 'accessAlert', bizId: a.id, link, mobileLink: link }))
    }),
  )
  await db.updateWhere(accessAlert, { id: opened.map(a => a.id), 'toldAt.isNull': true }, { toldAt: now }, { bookkeeping: true })
}
async function tellLookIn(db: Db, alerts: readonly Standing[], pupils: ReadonlyMap<string, Resident>, night: string): Promise<void> {
  await notifyEach(
    db,
    ACCESS_MESSAGES.accessLookIn,
    alerts.flatMap(a => {
      const pupil = pupils.get(a.studentId)
      const hours = Math.floor((Date.now() - Date.parse(a.at)) / 3_600_000)
      const link = `${ALERTS_PAGE}?night=${night}`
      return pupil ? [{ to: pupil.fdy, values: { name: pupil.name, className: pupil.className, hours }, bizType: 'accessAlert', bizId: a.id, link, mobileLink: link }] : []
    }),
  )
}
/** 20-DA8: notifies earlier recipients once that an alert is explained. */
export async function tellClosed(db: Db, night: string, closed: readonly Closed[]): Promise<void> {
  if (!closed.length) return
  await closeTodos(db, { bizType: 'accessAlert', bizId: closed.map(c => c.id) }, 'cancelled', '自动解除')
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
