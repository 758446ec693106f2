import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { dormVisitor } from '../model/visitor.ts'
import { admitVisitor, registerVisitor, signOutVisitor, visitorCounts } from '../model/visitor-actions.ts'

type Row = Shown<typeof dormVisitor>
const VIEWS = {
  all: { label: '全部' },
  pending: { label: '待进入', where: { 'state.in': 'pending,confirmed' } },
  inside: { label: '在楼内', where: { state: 'inside' } },
} as const
type View = keyof typeof VIEWS

/** 宿舍管理 → 安全门禁 → 访客: confirmed by the host, in and out before the evening. */
export default function VisitorPage() {
  const may = useCan(registerVisitor.permission)
  const [isNew, setNew] = useState(false)
  const { data } = useRead(visitorCounts, {}, { every: 30_000 })
  const count = (of: View): string => (of === 'all' || !data?.[of] ? '' : ` ${data[of]}`)
  const views = useView(VIEWS, { noteOf: count })
  return (
    <>
      <EntityTable<typeof dormVisitor>
        of={dormVisitor}
        verbs={['export']}
        views={views}
        toolbar={
          may ? (
            <Button type="primary" icon={<UserPlus size={16} />} onClick={() => setNew(true)}>
              {t('登记来访')}
            </Button>
          ) : null
        }
        columns={[
          { key: 'name', align: 'left', width: 120 },
          { key: 'state', width: 132 },
          'purpose',
          { key: 'hostStudentId', title: '被访人', width: 120 },
          { key: 'dormId', width: 180 },
          'phone',
          'inAt',
          'leaveBy',
          'outAt',
          { key: 'idNo', hidden: true },
        ]}
        filters={['dormId', 'state', 'purpose', 'inAt']}
        detail={false}
        rowActions={row => actsOf(row, may)}
      />
      {isNew ? (
        <ActionForm
          of={registerVisitor}
          onClose={() => setNew(false)}
          note={<p className="ql-help">{t('登记后被访人在手机上确认，确认了才能放行。')}</p>}
          done={t('已登记，等被访人确认')}
        />
      ) : null}
    </>
  )
}
function actsOf(row: Row, may: boolean) {
  if (!may) return []
  if (row.state === 'pending' || row.state === 'confirmed') return [<ActionButton key="admit" of={admitVisitor} input={{ id: row.id }} disabled={row.state === 'pending'} />]
  return row.state === 'inside' ? [<ActionButton key="out" of={signOutVisitor} input={{ id: row.id }} />] : []
}
