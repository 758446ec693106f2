import { bool, datetime, decimal, list, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { goingOut, outingStates, trip } from './going-out.ts'

const required = { required: true } as const
const member = {
  id: text('编号', { required: true, max: 36 }),
  name: text('姓名', { required: true, max: 64 }),
  isConfirmed: bool('已确认', required),
  state: outingStates.field('状态'),
} as const
const place = {
  place: trip.place,
  cantonCode: text('地区', { required: true, max: 6 }),
  purpose: text('目的', { required: true, max: 40 }),
  transport: text('交通', { max: 40 }),
} as const
const earlier = {
  id: member.id,
  place: trip.place,
  ...{ outPlanned: trip.outPlanned, backPlanned: trip.backPlanned },
  backAt: goingOut.fields.backAt,
  state: member.state,
} as const
const { outPlanned, backPlanned, cantonCode } = trip
const { proofs } = goingOut.fields
const own = ownApplication(goingOut, { form: { ...trip, proofs }, answers: ['state'] })

/** A trip as an application of a student; where the school does not approve trips, it holds once it is stored (20-G1). */
export const outingApplication = {
  /** `members`: numbers of students whom the leader takes along (20-G5). */
  apply: own.apply('登记外出', { members: list('同行同学学号', text('学号', { required: true, max: 20 }), { max: 60 }) }),
  applyFor: own.applyFor('代为登记外出'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  cancel: own.cancel({}, { asksReason: false }),
  begin: own.begin({
    needsApproval: bool('须审批', required),
    contactPhone: text('电话', { max: 20, clear: "of the reader's own record or last trip" }),
    homeCanton: text('本市', { max: 6 }),
    canLocate: bool('可以定位', required),
    recent: list('常去', shape('地点', place), required),
  }),
  preview: own.previewFor({ outPlanned, backPlanned, cantonCode }, { hours: decimal('外出时长（小时）', required), asksSafe: bool('要报平安', required) }),
  mine: own.mine(['outAt', 'outWay', 'backAt', 'backWay', 'lastSafeAt', 'confirmedAt'], {
    also: {
      region: text('地区', { max: 180 }),
      asksSafe: bool('今天该报平安', required),
      leaderName: text('登记人', { max: 64 }),
      members: list('同行同学', shape('同学', member), required),
    },
    verbs: { confirm: '确认同行', decline: '不参加', leave: '我出发了', back: '我回来了', safe: '报平安' },
  }),
  card: own.card({
    ...trip,
    region: text('地区', { max: 180 }),
    proofs,
    hours: decimal('外出时长（小时）', required),
    members: list('同行同学', text('姓名', { required: true, max: 64 }), required),
    earlier: list('以往外出', shape('外出', earlier), required),
    wasLate: bool('曾经逾期', required),
    lastSafeAt: datetime('最近报平安'),
  }),
}
