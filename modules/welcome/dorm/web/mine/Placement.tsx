import { Button } from 'antd'
import { useState } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { myPlacement, objectToBed, PLACE_REASONS } from '../../model/placement.ts'

/** 30-WD7: the bed that was given to the reader, why, and what they say to it. */
export function Placement() {
  const [isAsking, setAsking] = useState(false)
  const { data } = useRead(myPlacement, {})
  if (!data?.reason) return null
  return (
    <Sheet title={data.bed ?? t('还没有安排床位')}>
      <Stack gap={2}>
        <p>{t(PLACE_REASONS[data.reason])}</p>
        {data.objection ? <p className="ql-quiet">{t('你的异议：{{text}}', { text: data.objection })}</p> : null}
        {data.answer ? <p>{t('辅导员答复：{{text}}', { text: data.answer })}</p> : null}
        {data.isOpen && data.objectUntil ? (
          <>
            <p className="ql-quiet">{t('{{time}} 前可以向辅导员提异议', { time: formatDatetime(data.objectUntil) })}</p>
            <Button onClick={() => setAsking(true)}>{t('提出异议')}</Button>
          </>
        ) : null}
        {data.state === 'objected' ? <p role="status">{t('已交给辅导员，请等答复')}</p> : null}
      </Stack>
      {isAsking ? <ActionForm of={objectToBed} changes={['dormPlacement']} onClose={() => setAsking(false)} /> : null}
    </Sheet>
  )
}
