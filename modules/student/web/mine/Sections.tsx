import { Button } from 'antd'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Facts } from '#web/records/RecordDetail.tsx'
import { student } from '../../model/student.ts'
import { whoOf } from './Missing.tsx'
import style from './mine.module.css'
import { type OwnField, OwnForm } from './OwnForm.tsx'
import { type Mine, readable } from './record.ts'

interface OwnSectionProps {
  row: Mine
  title: string
  names: readonly OwnField[]
  mayChange: boolean
}
/** Editable fields of the student, edited in place. */
export function OwnSection({ row, title, names, mayChange }: OwnSectionProps) {
  const [isChanging, setChanging] = useState(false)
  const close = () => setChanging(false)
  return (
    <Sheet
      title={title}
      actions={
        mayChange && !isChanging ? (
          <Button type="link" onClick={() => setChanging(true)} aria-label={t('修改{{label}}', { label: title })}>
            {t('修改')}
          </Button>
        ) : null
      }
      className={style.sheet}
    >
      {isChanging ? <OwnForm row={row} names={names} onDone={close} onCancel={close} /> : <Facts of={student} row={{ ...readable(row) }} names={names} />}
    </Sheet>
  )
}
/** Fields maintained by the school. */
export function LockedSection({ row, title, names }: { row: Mine; title: string; names: readonly string[] }) {
  return (
    <Sheet title={title} actions={<Lock size={15} role="img" aria-label={t('由学校维护，不能自己修改')} />} className={style.sheet}>
      <Facts of={student} row={{ ...readable(row) }} names={names} />
      <p className={style.note}>{t('由学校维护，有误请带上证明找{{who}}更正', { who: whoOf(row) })}</p>
    </Sheet>
  )
}
