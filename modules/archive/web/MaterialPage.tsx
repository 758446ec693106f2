import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { archiveMaterial } from '../model/archive-material.ts'
import { fileMaterials } from '../model/file-actions.ts'

const VIEWS = {
  expected: { label: '待归档', where: { 'filedOn.isNull': true } },
  filed: { label: '已归档', where: { 'filedOn.isNull': false } },
  all: { label: '全部' },
} as const
/** 档案管理 → 材料目录: what is in the files, and what has to come into them. */
export default function MaterialPage() {
  return (
    <EntityTable<typeof archiveMaterial>
      of={archiveMaterial}
      title={t('材料目录')}
      views={useView(VIEWS)}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'kind', width: 140 },
        { key: 'title', width: 240, align: 'left' },
        { key: 'docDate', width: 120 },
        { key: 'filedOn', width: 120 },
        { key: 'copies', width: 80 },
        { key: 'pages', width: 80 },
        { key: 'isOriginal', width: 80 },
        { key: 'source', width: 110 },
        { key: 'fileId', hidden: true },
        { key: 'scans', hidden: true },
      ]}
      facts={['title', 'docDate', 'filedOn']}
      filters={['studentId', 'kind', 'source', 'docDate', 'filedOn']}
      form={{ layout: ['fileId', 'kind', 'title', 'docDate', 'copies', 'pages', 'isOriginal', 'filedOn', 'scans'] }}
      batchActions={rows => {
        const ids = rows.filter(r => !r.filedOn).map(r => r.id)
        return ids.length ? (
          <ActionButton of={fileMaterials} input={{ ids }} changes={['archiveFile', 'archiveMove']} confirm={t('{{n}} 份材料已放入档案。', { n: ids.length })} done={t('已归档')} />
        ) : null
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('档案里有什么，还要放入什么。处分、获奖、学籍异动、毕业学位会自动列出应归档的材料。'),
  who: t('档案管理员和学工处登记；学院和辅导员看自己的学生。'),
  first: t('收到纸质材料，在“待归档”里勾选，点“归档”。'),
})
