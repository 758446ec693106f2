import { Check, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import './card.css'

interface CardProps<T> {
  read: { data: T | undefined; error: Error | null; errorUpdatedAt: number; refetch(): Promise<unknown> }
  children: (data: NonNullable<T>) => ReactNode
}
/** A module's own view of an application beside the case: what the decision rests on. */
export function Card<T>({ read: { data, error, errorUpdatedAt, refetch }, children }: CardProps<T>) {
  if (error && !data) return <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  return data ? <div className="card-page">{children(data)}</div> : <Bars lines={8} />
}
/** Two parts beside each other where there is room. */
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
/** What is known, line by line; what is not stays away. */
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
/** What speaks for it. */
export const Good = ({ children }: { children: ReactNode }) => (
  <span className="card-good">
    <Check size={15} aria-hidden="true" /> {children}
  </span>
)
/** `otherwise` says what it means that the student has not confirmed. */
export const GuardianFact = ({ isInformed, otherwise }: { isInformed: boolean; otherwise: ReactNode }) => (isInformed ? <Good>{t('学生已确认告知')}</Good> : otherwise)
