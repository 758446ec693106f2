import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import { remit, remittanceStates, sendRemittance } from '../../model/remittance.ts'
import type { Mine } from '../MyLeaguePage.tsx'

/** What the branch hands up, plan by plan: first put together, then sent with its voucher. */
export const HandUp = ({ of, branchId }: { of: NonNullable<Mine['branch']>['handUp']; branchId: string }) =>
  of.map(up =>
    up ? (
      <div key={`${up.planId} ${up.remittanceId}`}>
        <Row spread="between">
          {t('上缴：{{plan}}', { plan: up.plan })}
          <b>{formatMoney(up.amount)}</b>
        </Row>
        <Row spread="between">
          {up.state ? <StateTag of={remittanceStates} state={up.state} /> : null}
          {up.remittanceId === null ? (
            <ActionButton of={remit} input={{ planId: up.planId, fromId: branchId }} done={t('已记下，请登记金额和凭证')} />
          ) : up.state === 'sent' ? null : (
            <FormButton of={sendRemittance} input={{ id: up.remittanceId }} initial={{ amount: up.amount }} />
          )}
        </Row>
        {up.note ? <p className="ql-help">{up.note}</p> : null}
      </div>
    ) : null,
  )
