import { Check, X } from 'lucide-react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { acceptPhotos, refusePhotos } from '../model/actions.ts'
import { photoStates, studentPhoto } from '../model/photo.ts'
import { Picture } from './Picture.tsx'

const VIEWS = {
  pending: { label: '待审核', where: { state: 'pending' }, sort: ['createdAt'] },
  current: { label: '现用', where: { isCurrent: true } },
  all: { label: '全部' },
} as const

export const about: PageFile['about'] = () => ({
  use: t('审核学生上传的照片，查看每张照片的历次版本。'),
  who: t('班主任和辅导员看自己的班，学院和学工处看数据范围内的学生。'),
  first: t('先看“待审核”，清晰、正面、背景干净的通过，其余写明原因退回。'),
})
/** 照片管理 → 照片记录: every version, and what waits for a decision. */
export default function PhotoPage() {
  return (
    <EntityTable
      of={studentPhoto}
      title={t('照片记录')}
      views={useView(VIEWS)}
      columns={[
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'fileId', title: t('照片'), width: 84, render: row => <Picture fileId={row.fileId[0]} alt="" size="small" /> },
        { key: 'studentNo', width: 130 },
        { key: 'className', width: 128 },
        { key: 'kind', width: 110 },
        { key: 'source', width: 110 },
        { key: 'state', width: 110 },
        { key: 'createdAt', title: t('上传时间'), width: 160 },
        { key: 'refuseReason', width: 200, align: 'left' },
        ...(['width', 'height', 'bytes', 'isUnchecked', 'isCurrent', 'batchId', 'decidedById', 'decidedAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['fileId', 'kind', 'createdAt']}
      filters={['studentId', 'kind', 'source', 'state', 'batchId']}
      rowActions={row => (
        <>
          {photoStates.allows(row, 'accept') ? <ActionButton of={acceptPhotos} input={{ ids: [row.id] }} icon={<Check size={15} />} /> : null}
          {photoStates.allows(row, 'refuse') ? <FormButton of={refusePhotos} input={{ ids: [row.id] }} icon={<X size={15} />} danger note={t('学生会收到原因')} /> : null}
        </>
      )}
      batchActions={(rows, clear) => (
        <ActionButton of={acceptPhotos} input={{ ids: rows.map(r => r.id) }} icon={<Check size={15} />} confirm={t('通过 {{n}} 张照片', { n: rows.length })} onDone={clear} />
      )}
    />
  )
}
