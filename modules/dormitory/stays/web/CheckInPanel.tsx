import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { useRead } from '#web/records/useRead.ts'
import { deskFind } from '../model/actions.ts'
import type { dormStay } from '../model/stay.ts'
import { DeskCard } from './DeskCard.tsx'

/** 办理入住 from the list: the same card as at the desk. */
export default function CheckInPanel({ row, onClose }: { row: Shown<typeof dormStay>; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(deskFind, { code: row.studentNo ?? '' })
  const { data } = read
  const found = data?.find(f => f.id === row.id)
  const close = () => setOpen(false)
  return (
    <Panel open={isOpen} title={t('办理入住')} onClose={close} afterClose={onClose} footer={<Button onClick={close}>{t('关闭')}</Button>}>
      {found ? <DeskCard found={found} onDone={close} /> : <Loading of={read} lines={8} />}
    </Panel>
  )
}
