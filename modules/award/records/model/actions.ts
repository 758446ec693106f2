import { action, bool, date, integer, list, money, ref, shape, text } from '#model'
import { awardRecord, recordStates } from './award-record.ts'

const required = { required: true } as const
const refusals = awardRecord.options.refusals ?? {}
/** Ends an award. What was paid is proposed for recovery. */
export const revokeAward = action('award.awardRecord.revoke', '撤销', {
  inScope: true,
  input: { id: ref('awardRecord', '获奖档案', required), reason: text('原因', { required: true, min: 2, max: 200, multiline: true }) },
  output: { recover: money('应追回', required) },
  refusals,
})
/** Gives certificates their numbers; who has one keeps it. */
export const makeCertificates = action('award.awardRecord.certify', '证书编号', {
  input: { ids: list('获奖档案', ref('awardRecord', '获奖档案', required), { required: true, min: 1, max: 1000 }) },
  output: { made: integer('新编号', required), kept: integer('已有编号', required) },
  refusals,
})
/** One's own awards with their certificates. */
export const myAwards = action('award.awardRecord.mine', '我的获奖', {
  method: 'GET',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    item: text('奖项', { required: true, max: 60 }),
    recipient: text('获奖者', { required: true, max: 100, clear: 'the reader, or their class or room' }),
    level: text('等级', { max: 20 }),
    xn: text('学年', { required: true, max: 9 }),
    amount: money('金额'),
    grantedOn: date('授予日期', required),
    certNo: text('证书编号', { max: 40 }),
    /** Of a printed certificate: what its check page is asked. */
    checkCode: text('核验码', { max: 200 }),
    state: recordStates.field('状态'),
    revokedOn: date('撤销日期'),
  },
})
/** What a donor is told: who was awarded out of the gift. */
export const donorReport = action('award.awardRecord.donors', '捐赠奖助', {
  method: 'GET',
  input: { xn: text('学年', { max: 9 }) },
  output: {
    xn: text('学年', { required: true, max: 9 }),
    years: list('学年', text('学年', { required: true, max: 9 }), required),
    donors: list(
      '捐赠',
      shape('捐赠', {
        itemId: text('编号', { required: true, max: 36 }),
        item: text('奖项', { required: true, max: 60 }),
        donor: text('捐赠方', { required: true, max: 60 }),
        until: date('捐赠结束'),
        isOver: bool('协议已到期', required),
        count: integer('获奖', required),
        sum: money('金额', required),
        people: list('名单', text('获奖者', { required: true, max: 200, clear: 'awards are announced to the whole school' }), required),
      }),
      required,
    ),
  },
})
export const recordActions = [revokeAward, makeCertificates, myAwards, donorReport]
