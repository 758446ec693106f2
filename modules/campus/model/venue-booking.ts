import { datetime, entity, integer, ref, states, text } from '#model'

const fixed = { required: true, readonly: true } as const
const inner = { ...fixed, secret: 'internal' } as const
export const venueBookingStates = states({
  held: { label: '待批准', tone: 'waiting' },
  confirmed: { label: '已预约', tone: 'done' },
  released: { label: '已释放', tone: 'over' },
})
/** 场地预约: who has a venue when. Made by what needs the venue, never by hand. */
export const venueBooking = entity(
  'campus.venueBooking',
  '场地预约',
  {
    venueId: ref('venue', '场地', { ...fixed, search: true }),
    title: text('用途', { ...fixed, max: 100, search: true }),
    holder: text('使用单位', { ...fixed, max: 60 }),
    from: datetime('开始', { ...fixed, sortable: true }),
    to: datetime('结束', fixed),
    setupMin: integer('布置（分钟）', { ...fixed, min: 0, initial: 0 }),
    clearMin: integer('清场（分钟）', { ...fixed, min: 0, initial: 0 }),
    /** With set-up and clearing. */
    ...{ busyFrom: datetime('占用开始', inner), busyTo: datetime('占用结束', inner) },
    ...{ sourceType: text('来源', { ...inner, max: 40 }), sourceId: text('来源编号', { ...inner, max: 36 }) },
    state: venueBookingStates.field('状态', { initial: 'held', sortable: true }),
    heldUntil: datetime('保留到', { readonly: true }),
  },
  {
    title: 'title',
    scope: { everyone: 'who uses a venue when is public inside the school' },
    sort: ['-from'],
    verbs: ['list'],
    refusals: {
      heldBy: '“{venue}”已由{holder}的“{title}”占用（{from} 至 {to}），在等批准，保留到 {until}',
      takenBy: '“{venue}”已由{holder}的“{title}”预约（{from} 至 {to}）',
      taught: '“{venue}”有课：{course}（{from} 至 {to}）',
      venueOff: '“{venue}”{from} 起停用：{reason}',
      venueClosed: '“{venue}”不能预约',
      venueSmall: '“{venue}”容纳 {capacity} 人，名额 {quota}',
    },
  },
)
