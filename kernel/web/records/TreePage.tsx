import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Entity, permissionKey } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { RecordFields } from '#web/forms/EntityForm.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { useRecordForm } from '#web/forms/useRecordForm.ts'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language, manyOf, oneOf, t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useCan } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { ConfirmRemove } from './ConfirmRemove.tsx'
import { RecordDetail } from './RecordDetail.tsx'
import { TreeAndForm, type TreeAndFormProps } from './TreeAndForm.tsx'
import style from './tree-page.module.css'
import type { TreeNode } from './trees.ts'

interface TreePageProps extends Pick<TreeAndFormProps, 'note'> {
  of: Entity
  layout: FormLayout
}
/** Page of records that form a tree: the tree at the left, the chosen one at the right. Disabled ones, which are not in the tree, are listed below. */
export const TreePage = ({ of, layout, note }: TreePageProps) => (
  <TreeAndForm of={of} title={manyOf(of)} form={{ layout, size: 720 }} {...(note ? { note } : {})}>
    {node => <Chosen key={node?.id} of={of} layout={layout} node={node} />}
  </TreeAndForm>
)
type Named = Pick<TreeNode, 'id' | 'name'>
function Chosen({ of, layout, node }: Pick<TreePageProps, 'of' | 'layout'> & { node: TreeNode | undefined }) {
  const mayUpdate = useCan(permissionKey(of, 'update'))
  const [disabled, setDisabled] = useState<Named>()
  const id = disabled?.id ?? node?.id
  return (
    <Stack>
      <Sheet title={disabled?.name ?? node?.name ?? oneOf(of)}>
        {!id ? <Empty title={t('选择{{label}}', { label: oneOf(of) })} /> : mayUpdate ? <NodeForm key={id} of={of} layout={layout} id={id} /> : <RecordDetail of={of} id={id} />}
      </Sheet>
      {mayUpdate && of.fields.isEnabled ? <Disabled of={of} onChoose={setDisabled} /> : null}
    </Stack>
  )
}
function NodeForm({ of, layout, id }: Pick<TreePageProps, 'of' | 'layout'> & { id: string }) {
  const record = useRecordForm(of, { id, layout })
  const [isRemoving, setRemoving] = useState(false)
  const mayRemove = useCan(permissionKey(of, 'remove'))
  const close = () => setRemoving(false)
  return (
    <div className={style.form}>
      <RecordFields of={of} record={record} id={id} />
      <div className="ql-acts">
        {mayRemove ? (
          <Button danger type="text" onClick={() => setRemoving(true)}>
            {t('删除')}
          </Button>
        ) : null}
        <Button type="primary" disabled={!record.isChanged} loading={record.isSaving} onClick={record.save}>
          {t('保存')}
        </Button>
      </div>
      {isRemoving ? <ConfirmRemove of={of} rows={[{ id, name: String(record.row?.[of.options.title] ?? oneOf(of)) }]} onClose={close} onDone={close} /> : null}
    </div>
  )
}
function Disabled({ of, onChoose }: { of: Entity; onChoose: (record: Named) => void }) {
  const { data } = useQuery({
    queryKey: [...entityKey(of), 'disabled', language()],
    queryFn: ({ signal }) => get<PageOf<Record<string, string>>>(address(of, 'list'), { size: 200, 'filters.isEnabled': 0 }, { signal, quiet: true }),
  })
  if (!data?.result.length) return null
  return (
    <Sheet title={t('已停用 {{n}} 个', { n: data.page.total })}>
      <Row gap={3}>
        {data.result.map(({ id = '', [of.options.title]: name = '' }) => (
          <button key={id} type="button" className="ql-link" onClick={() => onChoose({ id, name })}>
            {name}
          </button>
        ))}
      </Row>
    </Sheet>
  )
}
