import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import style from './check-list.module.css'

interface CheckedItem {
  /** What is asked for. */
  name: string
  isMet: boolean
  /** Why not, or what is asked and what is there. */
  why?: string
  /** Value at the end of the line. */
  value?: string
  /** What to do about it: links. */
  remedy?: ReactNode
}
/** Conditions one by one, each met or not, with its values. */
export const CheckList = ({ of, label }: { of: readonly CheckedItem[]; label: string }) =>
  of.length ? (
    <ul className={style.checks} aria-label={label}>
      {of.map(({ name, isMet, why, value, remedy }) => (
        <li key={name} data-met={isMet}>
          {isMet ? <Check size={16} aria-label={t('符合')} /> : <X size={16} aria-label={t('不符合')} />}
          <span>
            {name}
            {why ? <small className="ql-quiet">{why}</small> : null}
          </span>
          {value || remedy ? (
            <span className={style.end}>
              {value ? <b>{value}</b> : null}
              {remedy}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  ) : null
