import { State, type Tone } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { DAY_MS, formatDuration } from '#web/values/duration.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'

const NEAR = 0.2
interface Timed {
  state: string
  createdAt?: string
  dueFinish: string | null
  doneAt?: string | null
  resumeOn?: string | null
}
/** Time left to finish: green, amber in the last fifth, red once it is over; and what became of it. */
export function TimeLeft({ of }: { of: Timed }) {
  const now = Date.now()
  if (of.state === 'suspended') return <State tone="attention">{of.resumeOn ? t('{{day}} 恢复', { day: of.resumeOn }) : t('已暂停')}</State>
  if (of.doneAt) return <State tone={of.dueFinish && of.doneAt > of.dueFinish ? 'refused' : 'done'}>{formatDatetime(of.doneAt)}</State>
  if (!of.dueFinish || ['rejected', 'withdrawn', 'merged', 'closed'].includes(of.state)) return MISSING
  const left = Date.parse(of.dueFinish) - now
  const whole = of.createdAt ? Date.parse(of.dueFinish) - Date.parse(of.createdAt) : DAY_MS
  const tone: Tone = left < 0 ? 'refused' : left < whole * NEAR ? 'attention' : 'done'
  return <State tone={tone}>{left < 0 ? t('超时 {{time}}', { time: formatDuration(-left) }) : t('还有 {{time}}', { time: formatDuration(left) })}</State>
}
