import { Check, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Loading, type Read } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Columns, Stack } from '#web/layout/Layout.tsx'
import style from './card.module.css'

interface CardProps<T> {
  read: Read<T>
  children: (data: NonNullable<T>) => ReactNode
}
/** A module's card on the case page: the data a decision is based on. */
export const Card = <T,>({ read, children }: CardProps<T>) => (read.data ? <Stack>{children(read.data)}</Stack> : <Loading of={read} lines={8} />)
/** Two parts side by side if there is room. */
export const Pair = ({ children }: { children: ReactNode }) => <Columns min={340}>{children}</Columns>

export const Part = ({ label, title = label, note, children }: { label: string; title?: string; note?: ReactNode; children?: ReactNode }) => (
  <Sheet label={label} className={style.part}>
    <header>
      <h2>{title}</h2>
      {note}
    </header>
    {children}
  </Sheet>
)
/** Facts as lines; missing ones are left out. */
export const FactList = ({ facts }: { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) => (
  <dl className={style.facts}>
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
  <span className={style.good}>
    <Check size={15} aria-hidden="true" /> {children}
  </span>
)
/** `otherwise`: text if the student has not confirmed. */
export const GuardianFact = ({ isInformed, otherwise }: { isInformed: boolean; otherwise: ReactNode }) => (isInformed ? <Good>{t('学生已确认告知')}</Good> : otherwise)
