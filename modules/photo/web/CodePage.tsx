import { Camera } from 'lucide-react'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { takeCodes } from '../model/actions.ts'
import { codeStates, collectionCode } from '../model/code.ts'

export const about: PageFile['about'] = () => ({
  use: t('毕业生在学信网下载图像采集码，拍摄时出示；这里看每个人走到哪一步。'),
  who: t('学工处和学院登记、导入，辅导员看自己的班。'),
  first: t('拍摄当天，选中到场的学生登记“已拍摄”；照片从采集机构回来后，在“批量采集”里上传。'),
})
/** 照片管理 → 图像采集码: where each graduate stands. */
export default function CodePage() {
  return (
    <EntityTable
      of={collectionCode}
      columns={[
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'className', width: 128 },
        { key: 'code', width: 200 },
        { key: 'state', width: 130 },
        { key: 'takenOn', width: 120 },
      ]}
      facts={['className', 'code', 'takenOn']}
      filters={['studentId', 'state', 'takenOn']}
      form={{ layout: ['studentId', 'code'] }}
      batchActions={(rows, clear) => (
        <FormButton
          of={takeCodes}
          input={{ ids: rows.filter(row => codeStates.allows(row, 'take')).map(row => row.id) }}
          disabled={!rows.some(row => codeStates.allows(row, 'take'))}
          icon={<Camera size={15} />}
          onDone={clear}
        />
      )}
    />
  )
}
