import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { examCandidate } from '../model/candidate.ts'

/** 招生考试 → 省招办名单: 30-EA1. */
export default function CandidatePage() {
  return (
    <EntityTable<typeof examCandidate>
      of={examCandidate}
      title={t('省招办名单')}
      verbs={['add', 'update', 'remove', 'import', 'export']}
      columns={[
        { key: 'batchId', width: 180, align: 'left' },
        { key: 'ksh', width: 160 },
        { key: 'name', width: 110, align: 'left' },
        { key: 'genderCode', width: 70 },
        { key: 'idNo', width: 190 },
        { key: 'category', width: 120 },
        { key: 'school', width: 200, align: 'left' },
        { key: 'canton', width: 100 },
        { key: 'birthDate', hidden: true },
      ]}
      filters={['batchId', 'category']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('省招办给的考生名单。导入后，只有名单里的考生号和证件号可以报名。'),
  who: t('招生办导入。'),
  first: t('下载模板，按列填好后导入；有错的行会逐行说明。'),
})
