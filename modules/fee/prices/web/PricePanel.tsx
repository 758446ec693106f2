import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { priceOf } from '../model/actions.ts'

/** Which price one student would get, and by what. */
export function PricePanel({ xn, onClose }: { xn: string; onClose: () => void }) {
  const form = useFields(priceOf.input, ['itemId', 'studentId', 'xn'], { xn })
  const { itemId, studentId, xn: asked } = form.values
  const isAsked = Boolean(itemId && studentId) && String(asked ?? '').length === 9
  const read = useRead(priceOf, { itemId: String(itemId), studentId: String(studentId), xn: String(asked) }, { enabled: isAsked })
  return (
    <Panel open title={t('查学生的标准')} onClose={onClose}>
      <Stack>
        <Fields form={form} />
        {isAsked ? (
          <Loaded of={read}>
            {({ amount, matched }) =>
              amount === null ? (
                <p role="status">{t('没有适用的标准')}</p>
              ) : (
                <p role="status">
                  <b>{formatMoney(amount)}</b> {t('按“{{what}}”的标准', { what: matched ?? '' })}
                </p>
              )
            }
          </Loaded>
        ) : null}
      </Stack>
    </Panel>
  )
}
