import { action, bool, choice, date, datetime, entity, integer, list, ref, states, text, time } from '#model'
import { WEEKDAYS } from '#model/week.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
export const slotStates = states({ open: { label: '开放', tone: 'going' }, closed: { label: '停开', tone: 'over' } }, { close: ['open'] })
/** 咨询时段: an hour of a psychologist that one student can book. Who has booked it stands with the appointment. */
export const mhSlot = entity(
  'mentalHealth.mhSlot',
  '咨询时段',
  {
    psychologistId: ref('user', '咨询师', { ...fixed, role: 'psychologist' }),
    start: datetime('开始', { ...fixed, sortable: true }),
    end: datetime('结束', fixed),
    room: text('咨询室', { readonly: true, max: 60 }),
    isOnline: bool('线上', { ...fixed, initial: false }),
    isTaken: bool('已约', { computed: true }),
    state: slotStates.field('状态', { initial: 'open' }),
  },
  {
    title: 'start',
    scope: { user: 'psychologistId' },
    sort: ['start'],
    verbs: ['list'],
    refusals: {
      notPsychologist: '只有心理老师可以排班',
      place: '请填咨询室，或者选线上',
      long: '一次最多排 {n} 天',
      noneLeft: '这样排不出以后的时段，请检查日期、星期和时间',
      busy: '{from} 已经排了时段',
      roomBusy: '{room} 在 {from} 已经有人用',
      past: '{from} 已经开始，不能停开',
    },
  },
)
const { refusals = {} } = mhSlot.options
/** `1` Monday to `7` Sunday. */
const DAYS = Object.fromEntries(WEEKDAYS.map((label, n) => [`${n + 1}`, label])) as Readonly<Record<`${1 | 2 | 3 | 4 | 5 | 6 | 7}`, string>>
export const MOST_DAYS = 120
export const USUAL_MINUTES = 50
export const USUAL_PAUSE = 10
/** A plan of weeks at once: on these weekdays, one hour after the other. */
export const planSlots = action('mentalHealth.mhSlot.plan', '排班', {
  input: {
    from: date('从', need),
    to: date('到', need),
    weekdays: list('星期', choice('星期', DAYS, need), { ...need, min: 1, max: 7 }),
    begin: time('每天开始', need),
    end: time('每天结束', need),
    minutes: integer('每次（分钟）', { ...need, initial: USUAL_MINUTES, min: 20, max: 240 }),
    pause: integer('间隔（分钟）', { ...need, initial: USUAL_PAUSE, min: 0, max: 240 }),
    room: text('咨询室', { max: 60 }),
    isOnline: bool('线上'),
  },
  output: { added: integer('排了', need) },
  refusals,
})
/** Whoever has booked it is told, and can book another. */
export const closeSlot = action('mentalHealth.mhSlot.close', '停开', { input: { id: ref('mhSlot', '咨询时段', need) }, output: 'none', inScope: true, refusals })
