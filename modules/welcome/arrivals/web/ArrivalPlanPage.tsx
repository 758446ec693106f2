import { Button } from 'antd'
import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { myArrival, savePlan } from '../model/actions.ts'
import { slotInput } from './slot-input.tsx'

type Mine = AnswerOf<typeof myArrival>
/** 迎新 → 到站登记: when, how and with whom one arrives; it may be changed until then. */
export default function ArrivalPlanPage() {
  const read = useRead(myArrival, {})
  return (
    <RealmPage title={t('到站登记')} help={t('选到校时段，填车次和是否需要接站。到校前可以改。')}>
      <Loaded of={read} empty={of => of.slots.length === 0 && t('到校时段还没有公布')}>
        {of => <Form of={of} />}
      </Loaded>
    </RealmPage>
  )
}
function Form({ of }: { of: Mine }) {
  const { form, isBusy, send } = useActionForm(savePlan, {
    layout: [
      {
        field: 'slotId',
        render: slotInput(
          of.slots.flatMap(s => s ?? []),
          of.plan?.slotId ?? null,
        ),
      },
      'transport',
      { field: 'serviceNo', when: v => v.transport !== 'car' },
      { field: 'station', when: v => v.transport !== 'car' },
      { field: 'pickUp', when: v => v.transport !== 'car' },
      { field: 'plate', when: v => v.transport === 'car' },
      'companions',
    ],
    initial: of.plan ?? { companions: 0, pickUp: false },
    changes: ['arrivalSlot', 'welcomeStepState'],
    done: t('已登记'),
  })
  return (
    <Sheet label={t('到站登记')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap={3}>
          {form.refusal ? <Refused what={t('没有登记')} error={form.refusal} /> : null}
          <Fields form={form} disabled={isBusy} />
          <Button type="primary" size="large" htmlType="submit" loading={isBusy} block>
            {of.plan ? t('修改登记') : t('登记')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
