import { Button } from 'antd'
import { useState } from 'react'
import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { useRead } from '#web/records/useRead.ts'
import { deskFind } from '../../model/stay/actions.ts'
import type { dormStay } from '../../model/stay/stay.ts'
import { DeskCard } from './DeskCard.tsx'

/** 办理入住 from the list: the same card as at the desk. */
export default function CheckInPanel({ row, onClose }: { row: Shown<typeof dormStay>; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const { data, error, errorUpdatedAt, refetch } = useRead(deskFind, { code: row.studentNo ?? '' })
  const found = data?.find(f => f.id === row.id)
  const close = () => setOpen(false)
  return (
    <Panel open={isOpen} title={t('办理入住')} onClose={close} afterClose={onClose} footer={<Button onClick={close}>{t('关闭')}</Button>}>
      {error && !data ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {found ? <DeskCard found={found} onDone={close} /> : error ? null : <Bars lines={8} />}
    </Panel>
  )
}
