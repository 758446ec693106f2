import { student } from '#modules/student/model/student.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { ON_CARDS } from '../model/card-kind.ts'
import { CARD_MESSAGES } from '../model/messages.ts'
import { kindsOf } from './kinds.ts'

/** Whose cards say something else now: they are told that they may ask for new ones. */
async function propose(db: Db, changed: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  const kinds = [...(await kindsOf(db)).values()].filter(k => k.isEnabled)
  if (!kinds.length || !changed.size) return
  const people = await studentsOf(db, [...changed.keys()])
  await notifyEach(
    db,
    CARD_MESSAGES.corrected,
    [...people.values()].flatMap(({ id, userId }) => {
      const values = { changed: [...(changed.get(id) ?? [])].map(text => ({ text })), kind: kinds.map(k => k.name) }
      return userId ? [{ to: [userId], values, bizType: 'cardReissue', bizId: id, link: '/cardReissue/apply', mobileLink: '/cardReissue/apply' }] : []
    }),
  )
}
const labelsOf = (fields: unknown): ReadonlySet<string> => new Set(ON_CARDS.filter(f => Array.isArray(fields) && fields.includes(f)).map(f => student.fields[f].label))
export default [
  onMany('student.infoChanged', 'cardReissue.infoChanged', async ({ db }, payloads) => {
    const changed = payloads.map(p => [String(p.studentId), labelsOf(p.fields)] as const).filter(([, labels]) => labels.size)
    await propose(db, new Map(changed))
  }),
  onMany('student.numberAssigned', 'cardReissue.numberChanged', async ({ db }, payloads) => {
    const changed = payloads.filter(p => typeof p.oldXh === 'string').map(p => [String(p.studentId), new Set([student.fields.studentNo.label])] as const)
    await propose(db, new Map(changed))
  }),
]
