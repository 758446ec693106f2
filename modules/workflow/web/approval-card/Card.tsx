import { Check, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import './card.css'

interface CardProps<T> {
  read: { data: T | undefined; error: Error | null; errorUpdatedAt: number; refetch(): Promise<unknown> }
  children: (data: NonNullable<T>) => ReactNode
}
/** A module's card on the case page: the data a decision is based on. */
export function Card<T>({ read: { data, error, errorUpdatedAt, refetch }, children }: CardProps<T>) {
  if (error && !data) return <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  return data ? <div className="card-page">{children(data)}</div> : <Bars lines={8} />
}
/** Two parts side by side if there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <div className="card-pair">{children}</div>

export const Part = ({ label, title = label, note, children }: { label: string; title?: string; note?: ReactNode; children?: ReactNode }) => (
  <section className="ql-sheet card-part" aria-label={label}>
    <header>
      <h2>{title}</h2>
      {note}
    </header>
    {children}
  </section>
)
/** Facts as lines; missing ones are left out. */
export const FactList = ({ facts }: { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) => (
  <dl className="card-facts">
    {facts.map(([label, value]) =>
      value ? (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
export const ContactFact = ({ name, phone }: { name: string | null; phone: string | null }) => (
  <>
    {name} <Phone size={13} aria-hidden="true" /> {phone}
  </>
)
/** A fact in favour. */
export const Good = ({ children }: { children: ReactNode }) => (
  <span className="card-good">
    <Check size={15} aria-hidden="true" /> {children}
  </span>
)
/** `otherwise`: text if the student has not confirmed. */
export const GuardianFact = ({ isInformed, otherwise }: { isInformed: boolean; otherwise: ReactNode }) => (isInformed ? <Good>{t('学生已确认告知')}</Good> : otherwise)
