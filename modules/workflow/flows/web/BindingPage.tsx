import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { processBinding } from '../model/process.ts'
import { InForce } from './InForce.tsx'
import { TypeInput } from './public/TypeSelect.tsx'
import { useTypes } from './public/useTypes.ts'
import './design/design.css'

/** 流程 › 流程绑定: bindings, and the flow in force for every department. */
export default function BindingPage() {
  const { names, options } = useTypes()
  return (
    <EntityTable
      of={processBinding}
      detail={false}
      title={t('流程绑定#many')}
      columns={[
        { key: 'processType', align: 'left', render: row => names.get(row.processType) ?? row.processType },
        { key: 'departmentId', title: t('部门'), render: row => row.departmentName ?? t('全校') },
        { key: 'batchId', render: row => row.batchId ?? t('所有批次') },
        {
          key: 'defId',
          width: 220,
          render: row => <Link to={`/workflow/design/${row.defId}`}>{row.defName}</Link>,
        },
        'priority',
      ]}
      filters={[{ field: 'processType', options }, 'departmentId']}
      form={{
        layout: [
          { field: 'processType', render: input => <TypeInput {...input} /> },
          { field: 'defId', where: values => ({ processType: typeof values.processType === 'string' ? values.processType : null, state: 'published' }) },
          { field: 'departmentId', help: t('不填为全校；部门没有绑定时用上级部门的') },
          { field: 'batchId', help: t('填批次编号；批次的绑定比部门的优先') },
          'priority',
        ],
      }}
      toolbar={<InForce options={options} />}
    />
  )
}
