import { deskFigure } from '#server/extensions/desk-parts.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { makeBatch } from '../model/actions.ts'
import { cardReissue, cardStates } from '../model/card-reissue.ts'
import { kindsOf } from './kinds.ts'

const LIST = 'cardReissue:cardReissue:list'
const MOST = 4
export default [
  profilePart({
    code: 'cardReissue',
    label: '证卡补办',
    order: 62,
    permission: LIST,
    list: studentId => `/cardReissue/cards?view=all&studentId=${studentId}`,
    async lines({ db }, studentId) {
      const rows = await db.visibleFor(cardReissue, LIST).all({ studentId, state: 'approved' }, { sort: ['-createdAt'], limit: MOST })
      const kinds = await kindsOf(db)
      return rows.map(({ kindId, cardState, newCardNo }) => ({
        label: kinds.get(kindId)?.name ?? '',
        value: { text: newCardNo ? '{state} {no}' : '{state}', values: { state: { text: cardStates.labels[cardState ?? 'queued'] }, no: newCardNo ?? '' } },
      }))
    },
  }),
  deskFigure({
    code: 'cardReissue.queued',
    order: 63,
    permission: makeBatch.permission,
    for: 'staff',
    async run({ db }) {
      const value = await db.unscoped(cardReissue).count({ cardState: 'queued', 'batchId.isNull': true }) // of all: whoever makes batches
      return value ? { label: '待制证', value, unit: '张', link: '/cardReissue/batches' } : null
    },
  }),
]
