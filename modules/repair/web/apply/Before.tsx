import { Alert, Button } from 'antd'
import { Phone } from 'lucide-react'
import type { InputOf } from '#model'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { FormValues } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { beforeRepair, supportOrder } from '../../model/apply-actions.ts'
import { helpedOneself } from '../../model/faults.ts'
import { orderStates } from '../../model/order.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)
const PLACE = ['roomId', 'venueId', 'publicPlace', 'doorCode'] as const
/** What is known about this fault at this place, once both are chosen. */
export function useBefore(values: FormValues) {
  const asked = Object.fromEntries(Object.keys(beforeRepair.input).map(name => [name, textOf(values[name])])) as InputOf<typeof beforeRepair> // the form has checked them
  return useRead(beforeRepair, { ...asked, placeType: asked.placeType ?? 'room' }, { enabled: Boolean(asked.typeId) && PLACE.some(name => asked[name]) })
}
/** Before a report is submitted: the duty phone in an emergency, an outage, own remedies, and the same fault reported already. */
export function Before({ values, dutyPhone, onSolved }: { values: FormValues; dutyPhone: string | null; onSolved: () => void }) {
  const { data } = useBefore(values)
  if (!data) return null
  const { similar, outage, selfHelp, callsFirst } = data
  return (
    <Stack gap={3}>
      {callsFirst && dutyPhone ? (
        <Alert
          type="error"
          showIcon
          icon={<Phone size={18} />}
          title={t('情况紧急，请先打维修值班电话')}
          action={
            <Button danger type="primary" href={`tel:${dutyPhone}`}>
              {dutyPhone}
            </Button>
          }
        />
      ) : null}
      {outage ? (
        <Alert type="warning" showIcon title={t('{{name}}，预计 {{time}} 恢复', { name: outage.name, time: formatDatetime(outage.endAt) })} description={outage.note} />
      ) : null}
      {selfHelp ? (
        <details open>
          <summary>{t('先试试自己处理')}</summary>
          <RichText html={selfHelp} />
          <ActionButton of={helpedOneself} input={{ typeId: String(values.typeId) }} done={t('解决了就好')} onDone={onSolved}>
            {t('解决了，不用报修')}
          </ActionButton>
        </details>
      ) : null}
      {similar.map(o => (
        <Row key={o.id} spread="between">
          <span>
            {o.title} <StateTag of={orderStates} state={o.state} />{' '}
            <small className="ql-quiet">{t('{{time}} 报修，{{n}} 人同报', { time: formatDatetime(o.createdAt), n: o.supporters })}</small>
          </span>
          {o.isMine ? (
            <span className="ql-quiet">{t('你已在内')}</span>
          ) : (
            <ActionButton of={supportOrder} input={{ id: o.id, doorCode: textOf(values.doorCode) }} type="primary" done={t('有进展会告诉你')} onDone={onSolved} />
          )}
        </Row>
      ))}
    </Stack>
  )
}
