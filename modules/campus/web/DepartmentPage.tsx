import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { permissionKey, type Row } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { RecordFields } from '#web/forms/EntityForm.tsx'
import { useRecordForm } from '#web/forms/useRecordForm.ts'
import { address, get } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import { RecordDetail } from '#web/records/RecordDetail.tsx'
import { TreeAndForm } from '#web/records/TreeAndForm.tsx'
import type { TreeNode } from '#web/records/trees.ts'
import { useCan } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { department } from '../model/organisation.ts'
import style from './campus.module.css'

const LAYOUT = [
  { fields: ['code', 'name', 'shortName', 'deptType', 'parentId'] },
  { title: '负责', fields: ['leaderId', 'studentAffairsLeadId', 'phone', 'campusId'] },
  { title: '显示', fields: ['sort', 'isEnabled'] },
]

/** Tree on the left, form of the selected department on the right. */
export default function DepartmentPage() {
  return (
    <TreeAndForm of={department} title={t('部门#many')} form={{ layout: LAYOUT }} note={node => node.code}>
      {node => <Chosen key={node?.id} node={node} />}
    </TreeAndForm>
  )
}
function Chosen({ node }: { node: TreeNode | undefined }) {
  const mayUpdate = useCan(permissionKey(department, 'update'))
  const [old, setOld] = useState<string>()
  const id = old ?? node?.id
  return (
    <>
      {id ? (
        <section className={`ql-sheet ${style.sheet}`}>
          {mayUpdate ? <DepartmentForm key={id} id={id} name={node?.name ?? ''} /> : <RecordDetail of={department} id={id} />}
        </section>
      ) : (
        <section className="ql-sheet">
          <Empty title={t('选一个部门查看')} />
        </section>
      )}
      {mayUpdate ? <Disabled onChoose={setOld} /> : null}
    </>
  )
}
function DepartmentForm({ id, name }: { id: string; name: string }) {
  const record = useRecordForm(department, { id, layout: LAYOUT })
  const [isRemoving, setRemoving] = useState(false)
  const mayRemove = useCan(permissionKey(department, 'remove'))
  return (
    <>
      <RecordFields of={department} record={record} id={id} />
      <div className={`ql-acts ${style.foot}`}>
        {mayRemove ? (
          <Button danger type="text" onClick={() => setRemoving(true)}>
            {t('删除')}
          </Button>
        ) : null}
        <Button type="primary" disabled={!record.isChanged} loading={record.isSaving} onClick={record.save}>
          {t('保存')}
        </Button>
      </div>
      {isRemoving ? (
        <ConfirmRemove of={department} rows={[{ id, name: name || String(record.row?.name ?? '') }]} onClose={() => setRemoving(false)} onDone={() => setRemoving(false)} />
      ) : null}
    </>
  )
}
/** Disabled departments are not in the tree; they are listed here to be enabled again. */
function Disabled({ onChoose }: { onChoose: (id: string) => void }) {
  const { data } = useQuery({
    queryKey: [...entityKey(department), 'disabled', language()],
    queryFn: ({ signal }) => get<{ result: Array<Row<typeof department>> }>(address(department, 'list'), { size: 200, 'filters.isEnabled': 0 }, { signal, quiet: true }),
  })
  const rows = data?.result ?? []
  if (!rows.length) return null
  return (
    <section className={`ql-sheet ${style.sheet}`}>
      <h3>{t('已停用 {{n}} 个部门', { n: rows.length })}</h3>
      <p className={style.links}>
        {rows.map(row => (
          <button key={row.id} type="button" className="ql-link" onClick={() => onChoose(row.id)}>
            {row.name}
          </button>
        ))}
      </p>
    </section>
  )
}
