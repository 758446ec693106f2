import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { RecordDetail, useRecord } from '#web/records/RecordDetail.tsx'
import { useMe, useSession } from '#web/session/useCan.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { damageStates, dormDamage } from '../model/damage.ts'
import { decideDamage } from '../model/damage-actions.ts'
import { mayDecide } from '../model/damage-rules.ts'

type Row = Shown<typeof dormDamage>
const SECTIONS = [
  { title: '损坏', fields: ['studentId', 'roomId', 'item', 'explanation', 'at', 'photos', 'sourceType'] },
  { title: '赔偿', fields: ['total', 'sharers', 'amount', 'paid', 'dueOn', 'objectUntil'] },
  { title: '异议和处理', fields: ['objection', 'objectedAt', 'decision', 'decidedBy', 'decidedAt'] },
] as const

/** One student's share: photos, amount, objection and decision. */
export default function DamagePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRecord(dormDamage, id)
  const { data } = read
  return (
    <Panel open={isOpen} size={720} title={data?.damageNo ?? t('损坏赔偿')} onClose={() => setOpen(false)} afterClose={onClose} footer={data ? <Decide row={data} /> : null}>
      {data ? (
        <>
          <p>
            <StateTag of={damageStates} state={data.state} />{' '}
            {data.state === 'told' ? <span className="ql-quiet">{t('{{time}} 前学生可以提出异议，之后计入应缴', { time: formatDatetime(data.objectUntil) })}</span> : null}
          </p>
          <RecordDetail of={dormDamage} id={id} sections={SECTIONS} />
        </>
      ) : (
        <Loading of={read} lines={8} />
      )}
    </Panel>
  )
}
function Decide({ row }: { row: Row }) {
  const [isDeciding, setDeciding] = useState(false)
  const { can } = useSession()
  const { userId } = useMe().detail
  const isOwnCase = row.state === 'objected' && row.createdBy === userId
  if (!can(decideDamage.permission) || !mayDecide(row)) return null
  if (isOwnCase) return <p className="ql-quiet">{t('这是你登记的，异议由别人处理')}</p>
  return (
    <div className="ql-acts">
      <Button type={row.state === 'objected' ? 'primary' : 'default'} onClick={() => setDeciding(true)}>
        {t(decideDamage.label)}
      </Button>
      {isDeciding ? (
        <ActionForm
          of={decideDamage}
          input={{ id: row.id }}
          initial={{ amount: row.amount }}
          note={<p className="ql-help">{t('现为 {{amount}}，可以维持或减少，学生会看到处理意见。', { amount: formatMoney(row.amount) })}</p>}
          onClose={() => setDeciding(false)}
          done={t('已处理')}
        />
      ) : null}
    </div>
  )
}
