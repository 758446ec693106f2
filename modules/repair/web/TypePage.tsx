import { Button } from 'antd'
import { useState } from 'react'
import { permissionKey } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { RecordFields } from '#web/forms/EntityForm.tsx'
import { useRecordForm } from '#web/forms/useRecordForm.ts'
import { t } from '#web/i18n/index.ts'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { TreeAndForm } from '#web/records/TreeAndForm.tsx'
import { useCan } from '#web/session/useCan.ts'
import { repairType } from '../model/type.ts'
import './repair.css'

const LAYOUT = [
  { fields: ['code', 'name', 'parentId', 'keywords', 'sort', 'isEnabled'] },
  { title: '派单', fields: ['defaultUrgencyId', 'mode', 'teamId', 'usualMinutes'] },
  { title: '报修人', fields: ['chargeable', 'formJson', 'selfHelp'] },
]
/** 类型: the tree at the left, the chosen type at the right. */
export default function TypePage() {
  return (
    <TreeAndForm of={repairType} title={t('报修类型#many')} form={{ layout: LAYOUT, size: 720 }} note={node => node.code}>
      {node => <section className="ql-sheet repair-sheet">{node ? <Chosen key={node.id} id={node.id} name={node.name} /> : <Empty title={t('选一个类型查看')} />}</section>}
    </TreeAndForm>
  )
}
function Chosen({ id, name }: { id: string; name: string }) {
  const [mayUpdate, mayRemove] = [useCan(permissionKey(repairType, 'update')), useCan(permissionKey(repairType, 'remove'))]
  const [isRemoving, setRemoving] = useState(false)
  if (!mayUpdate) return <RecordDetail of={repairType} id={id} />
  return (
    <>
      <TypeForm id={id} />
      {mayRemove ? (
        <Button danger type="text" onClick={() => setRemoving(true)}>
          {t('删除')}
        </Button>
      ) : null}
      {isRemoving ? <ConfirmRemove of={repairType} rows={[{ id, name }]} onClose={() => setRemoving(false)} onDone={() => setRemoving(false)} /> : null}
    </>
  )
}
function TypeForm({ id }: { id: string }) {
  const record = useRecordForm(repairType, { id, layout: LAYOUT })
  return (
    <>
      <RecordFields of={repairType} record={record} id={id} />
      <div className="ql-acts">
        <Button type="primary" disabled={!record.isChanged} loading={record.isSaving} onClick={record.save}>
          {t('保存')}
        </Button>
      </div>
    </>
  )
}
