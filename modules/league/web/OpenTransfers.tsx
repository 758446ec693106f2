import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { transferStates } from '../model/transfer.ts'
import { giveTransfer, openTransfers, refuseTransfer, takeTransfer } from '../model/transfer-actions.ts'

const CHANGES = ['leagueMember', 'leagueFee']
/** Transfers that wait for a side; each side says yes or no. Nothing where there are none, unless `empty` says so. */
export function OpenTransfers({ empty }: { empty?: string }) {
  const { data } = useRead(openTransfers, {})
  if (!data?.length && !empty) return null
  return (
    <Sheet title={t('待办转接')}>
      <PlainTable
        label={t('待办转接')}
        rows={data ?? []}
        keyOf={r => r.id}
        isCardsOnPhone
        {...(empty ? { empty } : {})}
        columns={[
          [t('姓名'), r => r.name, { isHead: true }],
          [t('转出支部'), r => r.from],
          [t('接收支部'), r => r.to],
          [t('状态'), r => <StateTag of={transferStates} state={r.state} />],
          [
            t('办理'),
            r => (
              <Row>
                {r.mayGive ? <ActionButton of={giveTransfer} input={{ id: r.id }} /> : null}
                {r.mayTake ? (
                  <ActionButton
                    of={takeTransfer}
                    input={{ id: r.id }}
                    changes={CHANGES}
                    confirm={t('从下个月起，{{name}}的团费由{{branch}}收。', { name: r.name, branch: r.to })}
                  />
                ) : null}
                {r.mayGive || r.mayTake ? <FormButton of={refuseTransfer} input={{ id: r.id }} danger /> : null}
              </Row>
            ),
          ],
        ]}
      />
    </Sheet>
  )
}
