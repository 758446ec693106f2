import { Button } from 'antd'
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Facts } from '#web/records/RecordDetail.tsx'
import { student } from '../../model/student.ts'
import { whoOf } from '../mine/Missing.tsx'
import style from '../mine/mine.module.css'
import { type OwnField, OwnForm } from '../mine/OwnForm.tsx'
import { isFree, type Mine, type OwnRules, readable } from './own-record.ts'

interface OwnSectionProps {
  row: Mine
  title: string
  names: readonly OwnField[]
  rules: OwnRules
  mayChange: boolean
}
/** Editable fields of the student, edited in place. */
export function OwnSection({ row, title, names, rules, mayChange }: OwnSectionProps) {
  const free = names.filter(name => isFree(rules, name))
  const [isChanging, setChanging] = useState(false)
  const close = () => setChanging(false)
  return (
    <Sheet
      title={title}
      actions={
        mayChange && free.length && !isChanging ? (
          <Button type="link" onClick={() => setChanging(true)} aria-label={t('修改{{label}}', { label: title })}>
            {t('修改')}
          </Button>
        ) : null
      }
      className={style.sheet}
    >
      {isChanging ? <OwnForm row={row} names={free} rules={rules} onDone={close} onCancel={close} /> : <OwnFacts row={row} names={names} {...(mayChange ? { rules } : {})} />}
    </Sheet>
  )
}
interface OwnFactsProps {
  row: Mine
  names: readonly string[]
  /** Without it nothing can be changed. */
  rules?: OwnRules
}
/** Values of the record, each with the way to the application where one is needed. */
export const OwnFacts = ({ row, names, rules }: OwnFactsProps) => <Facts of={student} row={{ ...readable(row) }} names={names} after={name => linkOf(rules, name)} />
function linkOf(rules: OwnRules | undefined, name: string): ReactNode {
  const rule = rules?.get(name)
  if (rule?.isAsked) return <small className="ql-quiet"> {t('更正审批中')}</small>
  if (!rule?.link) return null
  const { label } = student.fields[name as keyof typeof student.fields]
  return (
    <Link className={style.correct} to={rule.link} aria-label={`${t('更正')} ${t(label)}`}>
      {t('更正')}
    </Link>
  )
}
interface LockedSectionProps extends OwnFactsProps {
  title: string
}
/** Fields maintained by the school. */
export function LockedSection({ row, title, names, rules }: LockedSectionProps) {
  const mayAsk = names.some(name => rules?.get(name)?.link)
  return (
    <Sheet title={title} actions={<Lock size={15} role="img" aria-label={t('由学校维护，不能自己修改')} />} className={style.sheet}>
      <OwnFacts row={row} names={names} {...(rules ? { rules } : {})} />
      <p className={style.note}>{mayAsk ? t('由学校维护，有误请点“更正”，附上证明提交申请') : t('由学校维护，有误请带上证明找{{who}}更正', { who: whoOf(row) })}</p>
    </Sheet>
  )
}
