import { Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { Bars } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import style from './own.module.css'

interface Step {
  name: string
  people: string | null
}
interface OutcomeProps {
  /** Answer of the preview; none while it is loading. */
  of: { problems: ReadonlyArray<{ rule: string; msg: string }>; steps: readonly Step[] } | undefined
  /** The module's own words, before and after who decides. */
  children: ReactNode
  after?: ReactNode
  /** A way on, where it cannot be submitted. */
  otherwise?: ReactNode
}
/** What an application leads to in one sentence, with who decides on it, or why it cannot be submitted. */
export function Outcome({ of, children, after, otherwise }: OutcomeProps) {
  if (!of) return <Bars lines={2} />
  if (of.problems.length)
    return (
      <div className={style.problems} role="alert">
        {of.problems.map(p => (
          <p key={p.msg}>{p.msg}</p>
        ))}
        {otherwise}
      </div>
    )
  return (
    <div className={style.line} role="status">
      <Route size={20} aria-hidden="true" />
      <p>
        {children}
        <Deciders steps={of.steps} />
        {after}
      </p>
    </div>
  )
}
/** ，先后由辅导员 林知夏、学院 何文博审批 */
function Deciders({ steps }: { steps: readonly Step[] }) {
  const names = steps.map(s => (s.people ? `${s.name} ${s.people}` : s.name))
  if (!names.length) return null
  return names.length === 1 ? t('，只需{{who}}审批', { who: names[0] }) : t('，先后由{{who}}审批', { who: names.join(t('、')) })
}
