import { date, dict, entity, integer, money, type Row, rich, states, text } from '#model'
import { donationPurpose } from './dictionaries.ts'

const need = { required: true } as const
const total = { required: true, readonly: true, initial: 0 } as const
export const projectStates = states(
  { draft: { label: '未发布', tone: 'waiting' }, open: { label: '捐赠中', tone: 'going' }, closed: { label: '已结束', tone: 'over' } },
  { open: ['draft', 'closed'], close: ['open'], remove: ['draft'], spend: ['open', 'closed'] },
)
/** 捐赠项目, and what has come in and been used: the totals of its entries. */
export const donationProject = entity(
  'alumni.donationProject',
  '捐赠项目',
  {
    title: text('名称', { ...need, max: 60, search: true, sortable: true }),
    purpose: dict('用途', donationPurpose, need),
    text: rich('介绍', { ...need, max: 20_000 }),
    goal: money('目标', { ...need, min: 100 }),
    from: date('开始', { ...need, sortable: true }),
    to: date('截止', need),
    received: money('已收捐款', total),
    goods: money('已收捐物', total),
    used: money('已使用', total),
    state: projectStates.field('状态', { initial: 'draft', sortable: true }),
    donors: integer('捐赠次数', { computed: true }),
  },
  {
    title: 'title',
    scope: { everyone: 'projects that the school publishes' },
    select: 'open',
    selectFields: ['title', 'state'],
    sort: ['-from'],
    refusals: {
      short: '“{title}”收到的捐款还有 {left} 元没有使用，这次要 {wanted} 元',
      datesReversed: '截止 {to} 早于开始 {from}',
      notOpen: '“{title}”{state}，现在不能捐赠',
      notYet: '“{title}”{from} 才开始',
      over: '“{title}”已在 {to} 截止',
      future: '日期 {on} 还没有到',
    },
  },
)
export type Project = Row<typeof donationProject>
