import type { Phrase } from '#model'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { CARD_MESSAGES } from '../model/messages.ts'
import { handsInOld, kindOf, kindsOf } from './kinds.ts'

export const MINE = '/cardReissue/mine'
export const aboutCard: MessageAbout<CardReissue> = {
  bizType: 'cardReissue',
  link: ({ id }) => `${MINE}?id=${id}`,
  values: async (row, db) => ({ kind: (await kindOf(db, row.kindId)).name }),
}
/** 50-CR6: the counsellor has it until the card is collected. */
export const cardTodos = rowTodos<CardReissue, 'lying'>(cardReissue, aboutCard, {
  lying: {
    text: '{name}的{kind}制好 {days} 天还没有领取',
    while: row => row.cardState === 'ready',
    link: row => `/cardReissue/cards?view=ready&studentId=${row.studentId}`,
    message: CARD_MESSAGES.leftLying,
  },
})
type Event = 'pay' | 'closed' | 'ready' | 'uncollected'
/** Tells students about their cards; `more`: values beside those that all messages about cards have. */
export async function tell(db: Db, event: Event, rows: readonly CardReissue[], more: (row: CardReissue) => Record<string, string | number | Phrase> = () => ({})): Promise<void> {
  const [people, kinds] = [await withStudents(db, rows), await kindsOf(db)]
  const isToCollect = event === 'ready' || event === 'uncollected'
  await notifyAbout(
    db,
    CARD_MESSAGES[event],
    aboutCard,
    people.map(({ row, who }) => {
      const kind = kinds.get(row.kindId)
      const { pickUpPlace: place = '', pickUpHours: hours = '' } = kind ?? {}
      const how: Phrase =
        row.pickUp === 'fdy' ? { text: '由辅导员代发，请找辅导员领取。' } : { text: '请在 {hours} 到 {place} 领取，出示手机上的领取码。', values: { hours, place } }
      const old: Phrase | string = handsInOld(kind, row.reason) ? { text: '领取时请交回旧卡。' } : ''
      return { row, who, more: { ...(isToCollect ? { how, old } : {}), ...more(row) } }
    }),
  )
}
/** Tells the counsellors of cards that nobody collects. */
export async function tellCounsellors(db: Db, rows: readonly CardReissue[], days: (row: CardReissue) => number): Promise<void> {
  const people = await withStudents(db, rows)
  const staff = await staffOfAll(
    db,
    people.map(({ who: { counselledClassId, classId, departmentId } }) => ({ counselledClassId: counselledClassId ?? classId, departmentId })),
    'fdy',
  )
  await cardTodos.open(
    db,
    'lying',
    people.map(({ row, who }, n) => ({ row, who, to: staff[n] ?? [], more: { days: days(row) } })),
  )
}
