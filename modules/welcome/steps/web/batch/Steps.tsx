import { Alert, Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { audienceInput } from '#modules/system/web/AudienceInput.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRecord } from '#web/records/RecordDetail.tsx'
import { addUsual } from '../../model/actions.ts'
import { batchActions, welcomeBatch } from '../../model/batch.ts'
import { layersOf, unknownIn } from '../../model/graph.ts'
import { welcomeStep } from '../../model/step.ts'
import { Graph } from './Graph.tsx'
import { predecessorsInput, rolesInput, sourceInput } from './step-inputs.tsx'
import { useBatchSteps } from './useBatchSteps.ts'

/** The steps of a batch: which wait for which, and their list. */
export function Steps({ batchId, onBack }: { batchId: string; onBack: () => void }) {
  const batch = useRecord(welcomeBatch, batchId)
  const isDraft = batch.data?.state === 'draft'
  return (
    <EntityTable<typeof welcomeStep>
      of={welcomeStep}
      title={batch.data?.name ?? t('环节')}
      where={{ batchId }}
      lead={<Order batchId={batchId} />}
      toolbar={
        <Row gap={2}>
          <Button icon={<ArrowLeft size={15} />} onClick={onBack}>
            {t('返回批次')}
          </Button>
          {isDraft ? <ActionButton of={addUsual} input={{ batchId }} changes={['welcomeStep']} confirm={t('加入学校常用的环节，已有的编码不变。')} /> : null}
        </Row>
      }
      verbs={isDraft ? ['add', 'update', 'remove', 'export'] : ['update', 'export']}
      columns={[
        { key: 'name', width: 180, align: 'left' },
        { key: 'code', width: 110 },
        { key: 'phase', width: 90 },
        { key: 'kind', width: 100 },
        { key: 'required', width: 70 },
        { key: 'dependsOn', width: 220, align: 'left' },
        { key: 'sort', hidden: true },
        { key: 'openFrom', hidden: true },
        { key: 'openTo', hidden: true },
      ]}
      filters={['phase', 'kind']}
      form={{
        size: 720,
        initial: { batchId } as never,
        layout: [
          {
            title: '环节',
            fields: [
              'code',
              'name',
              'phase',
              'kind',
              { field: 'autoSource', render: sourceInput, when: v => v.kind === 'auto' },
              { field: 'form', when: v => v.kind !== 'staff' },
              'required',
              'sort',
            ],
          },
          { title: '先后', fields: [{ field: 'dependsOn', render: predecessorsInput(batchId) }] },
          { title: '时间和人', fields: ['openFrom', 'openTo', { field: 'staffRoles', render: rolesInput }, { field: 'waivedBy', render: rolesInput }] },
          { title: '对象', fields: [{ field: 'audience', render: audienceInput(batchActions.publish.permission) }] },
        ],
      }}
    />
  )
}
/** 30-WS1: the graph, and what keeps it from being published. */
function Order({ batchId }: { batchId: string }) {
  const { rows } = useBatchSteps(batchId)
  const { layers, circle } = layersOf(rows)
  if (!rows.length) return null
  return (
    <Stack gap={3}>
      {circle.length ? <Alert type="error" showIcon title={t('环节互为前置，谁也办不了：{{steps}}', { steps: circle.map(s => s.name).join('、') })} /> : null}
      {unknownIn(rows).map(({ step, code }) => (
        <Alert key={`${step.code} ${code}`} type="error" showIcon title={t('环节“{{step}}”的前置环节“{{code}}”不在这个批次里', { step: step.name, code })} />
      ))}
      <Sheet title={t('先后关系')}>
        <Graph layers={layers} circle={circle} />
      </Sheet>
    </Stack>
  )
}
