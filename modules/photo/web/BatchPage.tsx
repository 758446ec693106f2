import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { addPiece, openBatch } from '../model/actions.ts'
import { batchStates, photoBatch, photoLine } from '../model/batch.ts'
import { NewBatch } from './upload/NewBatch.tsx'
import { Running } from './upload/Running.tsx'
import { SendFiles } from './upload/SendFiles.tsx'

const RESULT_VIEWS = {
  open: { label: '要处理的', where: { result: ['unmatched', 'badFormat', 'locked'] } },
  duplicate: { label: '重复文件', where: { result: 'duplicate' } },
  matched: { label: '已匹配', where: { result: 'matched' } },
} as const

export const about: PageFile['about'] = () => ({
  use: t('一次上传整届学生的照片，按文件名自动找到学生，找不准的不会放到任何人名下。'),
  who: t('学工处和学院；学院只能给本院学生上传。'),
  first: t('把照片按学号或证件号命名，打成压缩包或放进一个文件夹，再点“新建采集批次”。'),
})
/** 照片管理 → 批量采集: batches, and what became of each file of one. */
export default function BatchPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('batch')
  return id ? (
    <Lines batchId={id} title={params.get('name') ?? t('采集批次')} onBack={() => put({ batch: undefined, name: undefined, view: undefined })} />
  ) : (
    <Batches onOpen={(batch, name) => put({ batch, name })} />
  )
}
function Batches({ onOpen }: { onOpen: (id: string, name: string) => void }) {
  const [isMaking, setMaking] = useState(false)
  const [goesOn, setGoesOn] = useState<{ id: string; name: string }>()
  const may = useCan(openBatch.permission)
  return (
    <>
      <EntityTable
        of={photoBatch}
        title={t('批量采集')}
        toolbar={
          may ? (
            <Button type="primary" icon={<Plus size={15} />} onClick={() => setMaking(true)}>
              {t('新建采集批次')}
            </Button>
          ) : null
        }
        lead={<Running />}
        onOpen={row => onOpen(row.id, row.name)}
        columns={[
          { key: 'name', width: 180, align: 'left' },
          { key: 'kind', width: 110 },
          { key: 'source', width: 110 },
          { key: 'state', width: 110 },
          ...(['expected', 'matched', 'unmatched', 'duplicate', 'badFormat', 'locked'] as const).map(key => ({ key, width: 92 })),
          { key: 'ownerId', width: 110 },
          { key: 'createdAt', title: t('开始时间'), width: 160 },
          ...(['matchBy', 'departmentId', 'endedAt'] as const).map(key => ({ key, hidden: true })),
        ]}
        facts={['expected', 'matched', 'unmatched']}
        filters={['kind', 'source', 'state']}
        rowActions={row => (may && batchStates.allows(row, 'addPiece') ? [{ label: t('继续上传'), onClick: () => setGoesOn({ id: row.id, name: row.name }), of: addPiece }] : [])}
      />
      {isMaking ? <NewBatch onClose={() => setMaking(false)} /> : null}
      {goesOn ? <GoOn key={goesOn.id} of={goesOn} onClose={() => setGoesOn(undefined)} /> : null}
    </>
  )
}
function GoOn({ of, onClose }: { of: { id: string; name: string }; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Panel open={isOpen} title={t('继续上传：{{name}}', { name: of.name })} onClose={() => setOpen(false)} afterClose={onClose}>
      <p className="ql-help">{t('选同样的文件；已经到的会跳过，只传还没有到的。')}</p>
      <SendFiles open={async () => of.id} onDone={() => setOpen(false)} />
    </Panel>
  )
}
function Lines({ batchId, title, onBack }: { batchId: string; title: string; onBack: () => void }) {
  return (
    <EntityTable
      of={photoLine}
      title={title}
      views={useView(RESULT_VIEWS)}
      toolbar={<Button onClick={onBack}>{t('全部批次')}</Button>}
      where={{ batchId }}
      columns={[
        { key: 'name', width: 240, align: 'left' },
        { key: 'result', width: 110 },
        { key: 'fault', width: 240, align: 'left' },
        { key: 'detail', width: 120 },
        { key: 'studentId', title: t('学生'), width: 120 },
      ]}
      facts={['result', 'fault', 'studentId']}
      filters={['studentId', 'fault']}
      detail={false}
    />
  )
}
