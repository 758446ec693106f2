import { Button } from 'antd'
import { Archive, CheckCheck, Hash, Send } from 'lucide-react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { enterNumber, finishBatch, makeBatch, packBatch, startBatch } from '../model/actions.ts'
import { batchStates, cardBatch } from '../model/card-batch.ts'
import { cardReissue } from '../model/card-reissue.ts'

const CHANGES = ['cardReissue']
/** 证卡补办 → 制证批次: batches, and the cards of one. */
export default function BatchPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('batch')
  return id ? (
    <Cards batchId={id} title={params.get('name') ?? t('制证批次')} onBack={() => put({ batch: undefined, name: undefined })} />
  ) : (
    <Batches onOpen={(batch, name) => put({ batch, name })} />
  )
}
function Batches({ onOpen }: { onOpen: (id: string, name: string) => void }) {
  return (
    <EntityTable<typeof cardBatch>
      of={cardBatch}
      title={t('制证批次')}
      toolbar={<FormButton of={makeBatch} input={{}} type="primary" changes={CHANGES} note={t('把已缴费和免费的、还没有进批次的都放进来。')} done={t('已建批次')} />}
      onOpen={row => onOpen(row.id, row.batchNo)}
      columns={[
        { key: 'batchNo', width: 170 },
        { key: 'kindId', width: 150, align: 'left' },
        { key: 'count', width: 90 },
        { key: 'numbered', width: 120 },
        { key: 'producer', width: 160, align: 'left' },
        { key: 'state', width: 100 },
        { key: 'startedAt', width: 160 },
        { key: 'readyAt', width: 160 },
        { key: 'createdAt', hidden: true },
      ]}
      facts={['kindId', 'count', 'numbered']}
      filters={['kindId', 'state']}
      rowActions={row => [
        batchStates.allows(row, 'start') ? (
          <ActionButton
            key="start"
            of={startBatch}
            input={{ id: row.id }}
            icon={<Send size={15} />}
            changes={CHANGES}
            confirm={t('{{no}} 有 {{n}} 张。送制以后，学生找到旧卡也不能取消。', { no: row.batchNo, n: row.count })}
            done={t('已送制')}
          />
        ) : null,
        batchStates.allows(row, 'enterNumber') ? (
          <FormButton key="number" of={enterNumber} input={{ id: row.id }} icon={<Hash size={15} />} changes={CHANGES} done={t('已登记')} />
        ) : null,
        batchStates.allows(row, 'finish') ? (
          <ActionButton
            key="finish"
            of={finishBatch}
            input={{ id: row.id }}
            icon={<CheckCheck size={15} />}
            changes={CHANGES}
            confirm={t('{{n}} 名学生会收到领取通知。', { n: row.count })}
            done={t('已通知领取')}
          />
        ) : null,
        <FormButton
          key="photos"
          of={packBatch}
          input={{ id: row.id }}
          initial={{ pattern: '{xh}', reason: t('制证') }}
          icon={<Archive size={15} />}
          done={t('在后台打包，做完会在右上角提示')}
        />,
      ]}
      batchActions={rows => <PrintButton of={cardBatch} template="cardBatch" label="制证名单" ids={rows.map(r => r.id)} />}
      detail={false}
    />
  )
}
function Cards({ batchId, title, onBack }: { batchId: string; title: string; onBack: () => void }) {
  return (
    <EntityTable<typeof cardReissue>
      of={cardReissue}
      title={title}
      where={{ batchId }}
      toolbar={<Button onClick={onBack}>{t('全部批次')}</Button>}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 140 },
        { key: 'reason', width: 130 },
        { key: 'newCardNo', width: 150 },
        { key: 'cardState', width: 120 },
        { key: 'pickUp', width: 110 },
        { key: 'homeStation', width: 110 },
        { key: 'schoolStation', width: 110 },
        { key: 'collectedAt', hidden: true },
      ]}
      facts={['newCardNo', 'cardState']}
      filters={['studentId', 'cardState']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('一起送制的卡：名单、照片、卡号，制好后通知领取。'),
  who: t('学工处。'),
  first: t('新建批次，打印名单并导出照片，送制；制好后逐张扫卡号，全部登记后点“已制好”。'),
})
