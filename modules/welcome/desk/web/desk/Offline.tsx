import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { ActionQueue } from '#web/forms/useActionQueue.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { confirmScan } from '../../model/actions.ts'
import style from '../desk.module.css'
import type { Who } from '../public/FindPerson.tsx'
import type { Point } from '../public/PointPage.tsx'

interface OfflineProps {
  point: Point
  who: Who
  queue: ActionQueue<{ scan: typeof confirmScan }>
  onDone: () => void
}
/** 30-WS6: without a network nobody knows whether it may be done: the document is looked at, and the scan waits with the device's time. */
export function Offline({ point, who, queue, onDone }: OfflineProps) {
  const [isChecked, setChecked] = useState(false)
  const keep = (stepCode: string) => {
    void queue.record('scan', { pointId: point.id, ...who, stepCode, idChecked: true, at: new Date().toISOString() })
    onDone()
  }
  return (
    <section className={style.red} aria-label={t('没有网络')}>
      <Stack gap={2}>
        <b>{t('没有网络，看不到能不能办')}</b>
        <Checkbox checked={isChecked} onChange={e => setChecked(e.target.checked)}>
          {t('已核对身份证件')}
        </Checkbox>
        {point.steps.map(step =>
          step ? (
            <Button key={step.code} size="large" block disabled={!isChecked} onClick={() => keep(step.code)}>
              {t('存下：{{step}}', { step: step.name })}
            </Button>
          ) : null,
        )}
      </Stack>
    </section>
  )
}
