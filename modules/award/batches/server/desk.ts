import { deskFigure } from '#server/extensions/desk-parts.ts'
import { nominateAward } from '../model/actions.ts'
import { awardApplication } from '../model/application-row.ts'

/** Cases that wait for a nomination or a further look, in the reader's colleges. */
export default deskFigure({
  code: 'award.waiting',
  order: 46,
  permission: nominateAward.permission,
  for: 'staff',
  async run({ db }) {
    const among = db.visibleFor(awardApplication, 'award:awardApplication:list')
    const [waiting, review] = [await among.count({ state: 'approved' }), await among.count({ state: 'review' })]
    if (!waiting && !review) return null
    return { label: '待推荐的奖项申报', value: waiting + review, link: '/award/cases', ...(review ? { note: { text: '{n} 份待复核', values: { n: review } } } : {}) }
  },
})
