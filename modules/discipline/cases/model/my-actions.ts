import { action, bool, choice, date, datetime, integer, list, revealed, rich, text } from '#model'
import { DOCUMENTS } from './delivery.ts'
import { LEVELS, MEASURES } from './levels.ts'
import { DEFENCES, punishment, punishmentStates } from './punishment.ts'

const required = { required: true } as const
const why = 'the reader is the student it is about'
/** One's own, with other parties' names left out: what is decided, what one can do, until when. */
export const myPunishments = action('discipline.punishment.mine', '我的处分', {
  method: 'GET',
  permission: 'discipline:punishment:defend',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    caseNo: text('案件编号', { required: true, max: 30 }),
    occurredAt: datetime('发生时间', required),
    state: punishmentStates.field('状态'),
    measure: choice('处理', MEASURES, required),
    level: choice('处分', LEVELS),
    facts: revealed(rich('认定事实', { max: 50_000 }), why),
    periodMonths: integer('处分期（月）'),
    periodStart: date('处分期自'),
    periodEnd: date('处分期至'),
    defenceDueOn: date('申辩截止'),
    defenceKind: choice('申辩方式', DEFENCES),
    defenceText: revealed(punishment.fields.defenceText, why),
    defenceAnswer: revealed(punishment.fields.defenceAnswer, why),
    documentNo: text('处分文号', { max: 60 }),
    decidedOn: date('决定日期'),
    servedOn: date('决定书送达'),
    appealDueOn: date('申诉截止'),
    appealTo: text('申诉受理机构', { max: 100 }),
    liftedOn: date('解除日期'),
    liftDocumentNo: text('解除文号', { max: 60 }),
    isESignAgreed: bool('同意电子送达', required),
    mayDefend: bool('可以申辩', required),
    mayAppeal: bool('可以申诉', required),
    /** Waits for the student's signature. */
    toSign: choice('待签收', DOCUMENTS),
    blocks: list('影响', text('影响', { required: true, max: 60 }), required),
  },
})
