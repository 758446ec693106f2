import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { crisisEvent, crisisStep, type StepKind } from '../model/crisis-event.ts'

export const LINK = '/mentalHealth/crises'
const bizType = crisisEvent.name
export const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(crisisEvent, key, values, field)
interface Step {
  at?: string
  kind: StepKind
  person?: string | null
  words?: string | null
}
/** Without history, as everything of an event: whoever reads changes of rows must not learn about whom it is. */
export const note = (db: Db, eventId: string, { at, person, words, kind }: Step): Promise<number> =>
  db.insertMany(crisisStep, [{ eventId, at: at ?? new Date().toISOString(), byId: db.me.userId, kind, person: person?.trim() || null, words: words?.trim() || null }], {
    history: false,
  })
export function mustHaveBeen(at: string, since?: string): void {
  if (Date.parse(at) > Date.now()) throw refuse('future', { at: schoolTimeText(at) }, 'at')
  if (since && Date.parse(at) < Date.parse(since)) throw refuse('before', { at: schoolTimeText(at), since: schoolTimeText(since) }, 'at')
}
/** Exactly this person has something to do about it, in neutral words. */
export const leadTask = (db: Db, bizId: string, to: readonly string[]): Promise<void> =>
  keepTask(db, { bizType, bizId }, to, { title: { text: '有一件事需要你马上处理' }, link: LINK, mobileLink: LINK, priority: 'urgent' }, '已处理')
