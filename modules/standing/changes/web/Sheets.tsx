import { TriangleAlert } from 'lucide-react'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import style from './standing.module.css'

export interface RuleValue {
  label: string
  value: string
  isMet: boolean
}
/** Values of the rules: 8 of 24 months used. */
export const RuleValues = ({ of }: { of: readonly RuleValue[] }) => <CheckList label={t('规定')} of={of.map(({ label, ...rule }) => ({ name: label, ...rule }))} />
interface Caused {
  label: string
  value: string
  needsCare: boolean
}
/** What the change causes elsewhere, thing by thing. */
export const ConsequenceList = ({ of }: { of: readonly Caused[] }) =>
  of.length ? (
    <ul className={style.caused}>
      {of.map(c => (
        <li key={`${c.label} ${c.value}`}>
          {c.needsCare ? <TriangleAlert size={15} aria-label={t('须处理')} /> : <i aria-hidden="true" />}
          <span>{c.label}</span>
          <b>{c.value}</b>
        </li>
      ))}
    </ul>
  ) : (
    <p className="ql-quiet">{t('其他业务没有要处理的')}</p>
  )
export const ConsequenceSheet = ({ of }: { of: readonly Caused[] }) => (
  <Sheet label={t('会带来的变化')}>
    <h2>{t('会带来的变化')}</h2>
    <ConsequenceList of={of} />
  </Sheet>
)
