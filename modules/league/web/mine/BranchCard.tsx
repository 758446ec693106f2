import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import { feeStates } from '../../model/fee.ts'
import { remindUnpaid } from '../../model/fee-actions.ts'
import type { Mine } from '../MyLeaguePage.tsx'
import { HandUp } from './HandUp.tsx'
import type { PayProps } from './OwnCard.tsx'

/** The secretary's branch: who has not paid, to be reminded, or paid for together. */
export function BranchCard({ of: { id, name, members, unpaid, handUp }, pay, isBusy }: PayProps & { of: NonNullable<Mine['branch']> }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const rows = unpaid.flatMap(u => u ?? [])
  const picked = rows.filter(r => chosen.includes(r.id))
  const amount = picked.reduce((sum, r) => sum + r.amount - r.paid, 0)
  const all = rows.map(r => r.id)
  return (
    <Sheet
      title={t('{{branch}}：{{n}} 人未缴', { branch: name, n: rows.length })}
      note={t('共 {{n}} 名团员', { n: members })}
      actions={rows.length ? <ActionButton of={remindUnpaid} input={{ ids: chosen.length ? picked.map(r => r.id) : all.slice(0, 200) }} done={t('已提醒')} /> : null}
    >
      {rows.length ? (
        <Checkbox checked={picked.length === rows.length} indeterminate={picked.length > 0 && picked.length < rows.length} onChange={e => setChosen(e.target.checked ? all : [])}>
          {t('全选')}
        </Checkbox>
      ) : (
        <p className="ql-help">{t('都缴清了')}</p>
      )}
      {rows.map(r => (
        <Row key={r.id} spread="between">
          <Checkbox checked={chosen.includes(r.id)} onChange={e => setChosen(e.target.checked ? [...chosen, r.id] : chosen.filter(id => id !== r.id))}>
            {r.name}
          </Checkbox>
          <span>
            <b>{formatMoney(r.amount - r.paid)}</b> <StateTag of={feeStates} state={r.state} />
          </span>
        </Row>
      ))}
      {rows.length ? (
        <Button
          block
          disabled={!pay || !picked.length}
          loading={isBusy}
          onClick={() =>
            pay?.(
              picked.map(r => r.id),
              amount,
            )
          }
        >
          {t('代缴 {{n}} 人 {{amount}}', { n: picked.length, amount: formatMoney(amount) })}
        </Button>
      ) : null}
      <HandUp of={handUp} branchId={id} />
    </Sheet>
  )
}
