import { action, bool, choice, date, datetime, decimal, list, shape, text } from '#model'
import { ENTRY_KINDS } from './ledger.ts'
import { objectionStates } from './objection.ts'

const need = { required: true } as const
const id = text('编号', { ...need, max: 36 })
const word = (label: string, max = 60) => text(label, { ...need, max })
/** 我的积分: balances, what each category lacks, and the entries they come from. */
export const myPoints = action('totalScore.pointEntry.mine', '我的积分', {
  method: 'GET',
  output: {
    schemes: list(
      '方案',
      shape('方案', {
        id,
        name: word('名称'),
        periodKey: word('周期', 12),
        base: decimal('基础分', need),
        max: decimal('最高分'),
        balance: decimal('积分', need),
        credits: decimal('学分'),
        categories: list(
          '类别',
          shape('类别', {
            id,
            name: word('名称'),
            points: decimal('积分', need),
            least: decimal('最低要求'),
            gap: decimal('还差', need),
            items: list('可以得分的项目', word('项目'), need),
            /** What can be taken up now and counts here. */
            offers: list('可以参加', shape('可以参加', { title: word('名称'), startAt: datetime('开始', need), link: word('页面', 200) }), need),
          }),
          need,
        ),
      }),
      need,
    ),
    entries: list(
      '明细',
      shape('明细', {
        id,
        scheme: word('考核方案'),
        item: word('考核项目'),
        kind: choice('变动', ENTRY_KINDS, need),
        points: decimal('计分', need),
        asked: decimal('应计', need),
        occurredOn: date('日期', need),
        reason: text('原因', { max: 200 }),
        isShifted: bool('记入现在的周期', need),
        isReversed: bool('已冲销', need),
        /** Until when the reader may object to it. */
        objectUntil: date('异议截止'),
        objection: choice('异议', objectionStates.labels),
        answer: text('答复', { max: 500 }),
      }),
      need,
    ),
  },
})
