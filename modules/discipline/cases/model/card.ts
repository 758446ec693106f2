import { action, choice, date, integer, list, ref, revealed, shape, text } from '#model'
import { LEVELS, MEASURES } from './levels.ts'
import { punishment } from './punishment.ts'

const why = 'whoever decides on the case, or reads the list'
/** For whoever decides: what is asked for, by which articles, and what came before. */
export const punishmentCard = action('discipline.punishment.card', '处分', {
  method: 'GET',
  permission: 'discipline:punishment:list',
  access: 'signedIn',
  input: { id: ref('punishment', '处分', { required: true }) },
  output: {
    caseNo: text('案件编号', { required: true, max: 30 }),
    title: text('案由', { required: true, max: 100 }),
    occurredOn: date('发生日期', { required: true }),
    measure: choice('处理', MEASURES, { required: true }),
    notified: revealed(punishment.fields.proposedLevel, why),
    level: revealed(punishment.fields.decidedLevel, why),
    months: revealed(punishment.fields.periodMonths, why),
    articles: list('条款', text('条款', { required: true, max: 260 }), { required: true }),
    evidence: integer('证据份数', { required: true }),
    noticeServedOn: date('告知书送达'),
    priors: list('以往处分', shape('处分', { caseNo: text('案件编号', { required: true, max: 30 }), level: choice('处分', LEVELS), decidedOn: date('决定日期') }), {
      required: true,
    }),
  },
})
